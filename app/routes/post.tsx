import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { isRouteErrorResponse } from "react-router";
import type { Neighbours, PostView } from "~/contract/posts";
import { readLinkedComment } from "~/domain/posts/read-linked-comment";
import { readNeighbours } from "~/domain/posts/read-neighbours";
import { readPost } from "~/domain/posts/read-post";
import { AddToCollection } from "~/features/collections/add-to-collection";
import type { LinkedComment } from "~/features/post/comment-thread";
import { PostDetail } from "~/features/post/post-detail";
import { PostNotFound } from "~/features/post/post-not-found";
import { dropRecentPost, postsVersion, recentPost, upsertPosts } from "~/features/post/post-store";
import { isNavigating } from "~/features/shell/cache-pages";
import { onMemberPage } from "~/page-context";
import type { FromCache } from "~/ui/router/page-cache";
import { ErrorState } from "~/ui/states";
import type { Route } from "./+types/post";

/** Contains nothing of the post, because other servers read the metadata for link previews. */
export const handle = { title: msg`Post`, cachesPage: true };

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

interface Loaded extends FromCache {
  post: PostView;
  neighbours: Neighbours;
  linked?: LinkedComment | null | undefined;
  /** The post is from another page, without its comments and neighbours. */
  isPreview?: boolean;
}

/** A post that another page has loaded is shown at once. A link to a comment waits for the server. */
export async function clientLoader({
  params: { id },
  url,
  serverLoader,
}: Route.ClientLoaderArgs): Promise<Loaded> {
  const recent = isNavigating() && !url.search ? recentPost(id) : undefined;
  if (recent)
    return { post: recent, neighbours: { previous: null, next: null }, isPreview: true, isFromCache: true };
  const requestedAt = postsVersion();
  try {
    const loaded = await serverLoader();
    upsertPosts([loaded.post], requestedAt);
    return loaded;
  } catch (error) {
    dropRecentPost(id);
    throw error;
  }
}

export default function Post({ loaderData }: Route.ComponentProps) {
  const { post, neighbours, linked, isPreview, isFromCache }: Loaded = loaderData;
  const comments = isPreview ? "loading" : isFromCache ? "cached" : "loaded";
  return (
    <PostDetail key={post.id} {...{ post, neighbours, linked, comments }}>
      <AddToCollection post={post} />
    </PostDetail>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useLingui();
  if (isRouteErrorResponse(error) && error.status === 404) return <PostNotFound />;
  return <ErrorState level={1} title={t`Error Loading Post`} />;
}
