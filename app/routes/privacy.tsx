import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { site } from "~/contract/site-name";
import { readOwnPage } from "~/domain/site/site-texts";
import { privacySections } from "~/features/pages/privacy-sections";
import { ProsePage } from "~/features/pages/prose-page";
import { onPage } from "~/page-context";
import type { Route } from "./+types/privacy";

export const handle = {
  title: msg`Privacy`,
  hydrate: false,
  description: msg`What ${site} stores, who can see it, and how you can delete it.`,
};

export function loader({ context }: Route.LoaderArgs) {
  return onPage(context, async (ctx) => ({
    operator: ctx.operator,
    own: await readOwnPage(ctx, "privacy"),
  }));
}

export default function Privacy({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  return (
    <ProsePage
      title={handle.title}
      intro={<Trans>What {site} stores, who can see it, and how you can delete it.</Trans>}
      updated="2026-11-27"
      sections={privacySections}
      {...loaderData}
    />
  );
}
