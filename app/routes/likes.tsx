import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { isRouteErrorResponse } from "react-router";
import { PAGE_LIMIT_DEFAULT } from "~/contract/limits";
import { listLikers } from "~/domain/posts/list-likers";
import { LikersPage } from "~/features/people/likers-page";
import { PostNotFound } from "~/features/post/post-not-found";
import { onMemberPage } from "~/page-context";
import { ErrorState } from "~/ui/states";
import type { Route } from "./+types/likes";

/** Contains nothing of the post, because other servers read the metadata for link previews. */
export const handle = { title: msg`Likes`, cachesPage: true };

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const cursor = url.searchParams.get("cursor");
  const page = await onMemberPage(context, (ctx) =>
    listLikers(ctx, params.id, { cursor, limit: PAGE_LIMIT_DEFAULT }),
  );
  return { page, cursor };
}

export default function Likes({ loaderData, params }: Route.ComponentProps) {
  return <LikersPage {...loaderData} postId={params.id} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useLingui();
  if (isRouteErrorResponse(error) && error.status === 404) return <PostNotFound />;
  return <ErrorState level={1} title={t`Failed to load likes. Please try again later.`} />;
}
