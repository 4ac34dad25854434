import { msg } from "@lingui/core/macro";
import { clientFormAction } from "~/client-form-action";
import { switchInput } from "~/contract/moderation";
import { listCeilings, setSwitch } from "~/domain/moderation/ceilings";
import { DeskError } from "~/features/moderation/desk-error";
import { SitePage } from "~/features/moderation/site-page";
import { formAction } from "~/form-action";
import { onMemberPage, redirectWithToast } from "~/page-context";
import type { Route } from "./+types/moderation-site";

export const handle = { title: [msg`Site`, msg`Moderation`] };

export function loader({ context }: Route.LoaderArgs) {
  return onMemberPage(context, async (ctx) => ({ states: await listCeilings(ctx) }));
}

export function action({ request, context }: Route.ActionArgs) {
  return onMemberPage(context, (ctx) =>
    formAction(context, request, {
      schema: switchInput,
      run: async (input) => {
        await setSwitch(ctx, input);
        return redirectWithToast("/moderation/site", "decision-stored");
      },
    }),
  );
}

export function clientAction(args: Route.ClientActionArgs) {
  return clientFormAction(args);
}

export default function ModerationSite({ loaderData, actionData }: Route.ComponentProps) {
  return <SitePage {...loaderData} lastResult={actionData?.result} />;
}

export function ErrorBoundary() {
  return <DeskError />;
}
