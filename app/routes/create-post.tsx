import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { clientFormAction } from "~/client-form-action";
import { postForm } from "~/contract/posts";
import { JSON_BODY_MAX_BYTES } from "~/contract/request-limits";
import { offeredPhoto } from "~/domain/media/offered-photo";
import { uploadFile } from "~/domain/media/upload-file";
import { createPost } from "~/domain/posts/create-post";
import { Composer } from "~/features/composer/composer";
import { clearDraft } from "~/features/composer/draft";
import { formAction, readForm } from "~/form-action";
import { onMemberPage, redirectWithToast } from "~/page-context";
import { Page } from "~/ui/page";
import type { Route } from "./+types/create-post";

/** Target of the redirect after a post is shared. */
const SHARED_TO = "/feed";

export const handle = { title: msg`Create a Post` };

export async function loader({ context, url }: Route.LoaderArgs) {
  const imageUrl = url.searchParams.get("imageUrl");
  return onMemberPage(context, async (ctx) => ({
    memberId: ctx.viewer.id,
    keepsOriginals: ctx.viewer.keepsOriginals,
    canSuggest: ctx.ai.describes,
    offered: imageUrl ? await offeredPhoto(ctx, imageUrl) : null,
  }));
}

export function action({ request, context }: Route.ActionArgs) {
  return onMemberPage(context, async (ctx) =>
    formAction(context, await readForm(context, request, JSON_BODY_MAX_BYTES), {
      schema: postForm,
      hideFields: ["file"],
      run: async ({ file, ...post }) => {
        // Without JavaScript, the form contains the photo.
        await createPost(ctx, file ? { ...post, mediaUrl: (await uploadFile(ctx, file)).url } : post);
        return redirectWithToast(SHARED_TO, "post-created");
      },
    }),
  );
}

export async function clientAction(args: Route.ClientActionArgs) {
  try {
    return await clientFormAction(args);
  } catch (error) {
    // Another redirect means that the session has expired: the draft is not shared yet.
    if (error instanceof Response && error.headers.get("Location") === SHARED_TO) clearDraft();
    throw error;
  }
}

export default function CreatePost({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui();
  return (
    <Page title={t`Create a Post`}>
      <Composer key={loaderData.memberId} {...loaderData} lastResult={actionData?.result} />
    </Page>
  );
}
