import { Suspense } from "react";
import { Await } from "react-router";
import { PAGE_LIMIT_DEFAULT } from "~/contract/limits";
import { readFeed } from "~/domain/posts/read-feed";
import { FeedList } from "~/features/feed/feed-list";
import { FeedSkeleton } from "~/features/feed/feed-skeleton";
import { type Feed as FeedPosts, feedOf, keptFeed, postsOf } from "~/features/feed/feed-store";
import { upsertPosts } from "~/features/post/post-store";
import { StoriesStrip } from "~/features/stories/stories-strip";
import { onMemberPage } from "~/page-context";
import { ErrorState } from "~/ui/states";
import type { Route } from "./+types/feed";

export const meta: Route.MetaFunction = () => [{ title: "Feed · Afterglow" }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const cursor = new URL(request.url).searchParams.get("cursor");
  const page = { cursor, limit: PAGE_LIMIT_DEFAULT };
  return {
    feed: feedOf(await onMemberPage(context, (ctx) => readFeed(ctx, page))),
    isHead: cursor === null,
    isKept: false,
  };
}

/**
 * Inside the browser the page appears at once: as it was left, or with placeholders. A document comes whole, to be read
 * without JavaScript.
 */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const isHead = !new URL(request.url).searchParams.has("cursor");
  const kept = isHead ? keptFeed() : null;
  return { feed: kept ?? serverLoader().then(learned), isHead, isKept: kept !== null };
}

function learned({ feed }: { feed: FeedPosts }): FeedPosts {
  upsertPosts(postsOf(feed));
  return feed;
}

export default function Feed({ loaderData: { feed, isHead, isKept } }: Route.ComponentProps) {
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
        <FeedList feed={feed} isHead={isHead} isKept={isKept} />
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
