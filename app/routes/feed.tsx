import { Suspense } from "react";
import { Await } from "react-router";
import { PAGE_LIMIT_DEFAULT } from "~/contract/limits";
import { readFeed } from "~/domain/posts/read-feed";
import { itemsOf, listOf } from "~/features/api/pager";
import { FeedList } from "~/features/feed/feed-list";
import { FeedSkeleton } from "~/features/feed/feed-skeleton";
import { cachedFeed, type Feed as LoadedFeed } from "~/features/feed/feed-store";
import { postsVersion, upsertPosts } from "~/features/post/post-store";
import { StoriesStrip } from "~/features/stories/stories-strip";
import { onMemberPage } from "~/page-context";
import { ErrorState } from "~/ui/states";
import type { Route } from "./+types/feed";

export const meta: Route.MetaFunction = () => [{ title: "Feed · Afterglow" }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const cursor = new URL(request.url).searchParams.get("cursor");
  const page = { cursor, limit: PAGE_LIMIT_DEFAULT };
  return {
    feed: listOf(await onMemberPage(context, (ctx) => readFeed(ctx, page))),
    isHead: !cursor,
    isCached: false,
  };
}

/**
 * On client-side navigation the page renders at once: the cached feed, or placeholders while it loads. A document load
 * contains the whole page, so it is readable without JavaScript.
 */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const isHead = !new URL(request.url).searchParams.get("cursor");
  const cached = isHead ? cachedFeed() : null;
  return { feed: cached ?? loadStored(serverLoader), isHead, isCached: cached !== null };
}

async function loadStored(load: () => Promise<{ feed: LoadedFeed }>): Promise<LoadedFeed> {
  const requestedAt = postsVersion();
  const { feed } = await load();
  upsertPosts(itemsOf(feed), requestedAt);
  return feed;
}

export default function Feed({ loaderData: { feed, isHead, isCached } }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-[560px]">
      <h1 className="sr-only">Feed</h1>
      <StoriesStrip />
      {"then" in feed ? (
        <Suspense fallback={<FeedSkeleton />}>
          <Await resolve={feed} errorElement={<FeedError />}>
            {(loaded) => <FeedList feed={loaded} isHead={isHead} />}
          </Await>
        </Suspense>
      ) : (
        <FeedList feed={feed} isHead={isHead} isCached={isCached} />
      )}
    </div>
  );
}

function FeedError({ level }: { level?: 1 }) {
  return <ErrorState level={level} title="Failed to load posts. Please try again later." />;
}

export function ErrorBoundary() {
  return <FeedError level={1} />;
}
