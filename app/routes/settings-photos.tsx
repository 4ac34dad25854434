import { sensitiveInput } from "~/contract/sensitive";
import { keepOriginals } from "~/domain/media/keep-originals";
import { hideAiPosts } from "~/domain/posts/hide-ai-posts";
import { setSensitivePhotos } from "~/domain/posts/set-sensitive-photos";
import { hidingForm, keepingForm } from "~/features/settings/intents";
import { handleOf } from "~/features/settings/options";
import { PhotosPage } from "~/features/settings/photos-page";
import { choiceAction, intentAction } from "~/form-action";
import { onMemberPage } from "~/page-context";
import type { Route } from "./+types/settings-photos";

export { clientAction } from "~/client-form-action";
export { SettingsError as ErrorBoundary } from "~/features/settings/settings-page";

export const handle = handleOf("photos");

export function loader({ context }: Route.LoaderArgs) {
  return onMemberPage(context, async ({ viewer, imageSafety }) => ({
    hidesAi: viewer.aiHidden,
    keepsOriginals: viewer.keepsOriginals,
    sensitivePhotos: viewer.sensitivePhotos,
    judgesPhotos: imageSafety !== null,
  }));
}

export function action({ request, context }: Route.ActionArgs) {
  return onMemberPage(context, (ctx) =>
    intentAction(context, request, (form) => ({
      "ai-posts": () => choiceAction(context, form, hidingForm, (input) => hideAiPosts(ctx, input)),
      originals: () => choiceAction(context, form, keepingForm, (input) => keepOriginals(ctx, input)),
      "sensitive-photos": () =>
        choiceAction(context, form, sensitiveInput, (input) => setSensitivePhotos(ctx, input)),
    })),
  );
}

export default function Photos({ loaderData }: Route.ComponentProps) {
  return <PhotosPage {...loaderData} />;
}
