import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { listImages } from "~/domain/studio/list-images";
import { StudioPage } from "~/features/studio/studio-page";
import { onMemberPage } from "~/page-context";
import { ErrorState } from "~/ui/states";
import type { Route } from "./+types/ai";

export const handle = { title: msg`Create with AI` };

export function loader({ context }: Route.LoaderArgs) {
  return onMemberPage(context, async (ctx) => ({
    memberId: ctx.viewer.id,
    collection: await listImages(ctx),
  }));
}

export default function CreateWithAi({ loaderData }: Route.ComponentProps) {
  return <StudioPage key={loaderData.memberId} {...loaderData} />;
}

export function ErrorBoundary() {
  const { t } = useLingui();
  return <ErrorState level={1} title={t`Failed to load your images. Please try again later.`} />;
}
