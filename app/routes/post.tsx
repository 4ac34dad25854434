import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { isRouteErrorResponse } from "react-router";
import { readLinkedComment } from "~/domain/posts/read-linked-comment";
import { readNeighbours } from "~/domain/posts/read-neighbours";
import { readPost } from "~/domain/posts/read-post";
import { AddToCollection } from "~/features/collections/add-to-collection";
import { PostDetail } from "~/features/post/post-detail";
import { PostNotFound } from "~/features/post/post-not-found";
import { postsVersion, upsertPosts } from "~/features/post/post-store";
import { onMemberPage } from "~/page-context";
import { ErrorState } from "~/ui/states";
import type { Route } from "./+types/post";

/** Contains nothing of the post, because other servers read the metadata for link previews. */
export const handle = { title: msg`Post` };

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const commentId = url.searchParams.get("comment");
  const [post, neighbours, linked] = await onMemberPage(context, (ctx) =>
    Promise.all([
      readPost(ctx, params.id, true),
      readNeighbours(ctx, params.id),
      commentId ? readLinkedComment(ctx, params.id, commentId) : undefined,
    ]),
  );
  return { post, neighbours, linked };
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const requestedAt = postsVersion();
  const loaded = await serverLoader();
  upsertPosts([loaded.post], requestedAt);
  return loaded;
}

export default function Post({ loaderData: { post, neighbours, linked } }: Route.ComponentProps) {
  return (
    <PostDetail key={post.id} post={post} neighbours={neighbours} linked={linked}>
      <AddToCollection post={post} />
    </PostDetail>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useLingui();
  if (isRouteErrorResponse(error) && error.status === 404) return <PostNotFound />;
  return <ErrorState level={1} title={t`Error Loading Post`} />;
}
