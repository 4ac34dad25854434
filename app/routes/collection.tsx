import { msg } from "@lingui/core/macro";
import { isRouteErrorResponse } from "react-router";
import { PAGE_LIMIT_DEFAULT } from "~/contract/limits";
import { listCollectionPosts } from "~/domain/collections/list-collection-posts";
import { readCollection } from "~/domain/collections/read-collection";
import { CollectionPage } from "~/features/collections/collection-page";
import { CollectionProblem } from "~/features/collections/collection-problem";
import { postsVersion, upsertPosts } from "~/features/post/post-store";
import { onMemberPage } from "~/page-context";
import type { Route } from "./+types/collection";

export const handle = { title: msg`Collection`, cachesPage: true };

export async function loader({ context, params: { collectionId }, url }: Route.LoaderArgs) {
  const cursor = url.searchParams.get("cursor");
  const [collection, first] = await onMemberPage(context, (ctx) =>
    Promise.all([
      readCollection(ctx, collectionId),
      listCollectionPosts(ctx, collectionId, { cursor, limit: PAGE_LIMIT_DEFAULT }),
    ]),
  );
  return { collection, first, cursor };
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const requestedAt = postsVersion();
  const loaded = await serverLoader();
  upsertPosts(loaded.first.items, requestedAt);
  return loaded;
}

export default function Collection({ loaderData: { collection, first, cursor } }: Route.ComponentProps) {
  return <CollectionPage key={`${collection.id} ${cursor}`} collection={collection} first={first} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <CollectionProblem notFound={isRouteErrorResponse(error) && error.status === 404} />;
}
