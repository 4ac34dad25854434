import { isRouteErrorResponse } from "react-router";
import { readPost } from "~/domain/posts/read-post";
import { PostDetail } from "~/features/post/post-detail";
import { PostNotFound } from "~/features/post/post-not-found";
import { onMemberPage } from "~/platform/page-context";
import { ErrorState } from "~/ui/states";
import type { Route } from "./+types/post";

/** Nothing of the post: link previews are made by strangers' servers. */
export const meta: Route.MetaFunction = () => [{ title: "Post · Afterglow" }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return { post: await onMemberPage(context, (ctx) => readPost(ctx, params.id)) };
}

export default function Post({ loaderData }: Route.ComponentProps) {
  return <PostDetail post={loaderData.post} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <PostNotFound />;
  return <ErrorState level={1} title="Error Loading Post" />;
}
