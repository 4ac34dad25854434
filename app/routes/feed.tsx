import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense, use } from "react";
import { PAGE_LIMIT_DEFAULT } from "~/contract/limits";
import { feedDocumentPage } from "~/domain/posts/feed-document";
import { readFeed } from "~/domain/posts/read-feed";
import { listOf } from "~/features/api/pager";
import { SideColumn } from "~/features/explore/side-column";
import { FeedList } from "~/features/feed/feed-list";
import { FeedSkeleton } from "~/features/feed/feed-skeleton";
import { cachedFeed, type Feed as FeedData } from "~/features/feed/feed-store";
import { loadFeed } from "~/features/feed/load-feed";
import { StoriesStrip } from "~/features/stories/stories-strip";
import { onMemberPage } from "~/page-context";
import { ErrorState } from "~/ui/states";
import type { Route } from "./+types/feed";

export const handle = { title: msg`Feed` };

export async function loader({ context, request }: Route.LoaderArgs) {
  const cursor = cursorOf(request);
  return {
    feed: listOf(await onMemberPage(context, (ctx) => readFeed(ctx, feedDocumentPage(cursor)))),
    isHead: !cursor,
    isCached: false,
  };
}

/**
 * On client-side navigation the page renders at once: the cached feed, or placeholders while a whole page of it loads,
 * which is null after a failure. A document contains the first posts, so it is readable without JavaScript.
 */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const cursor = cursorOf(request);
  const cached = cursor ? null : cachedFeed();
  if (cached) return { feed: cached, isHead: true, isCached: true };
  const feed = loadFeed(cursor, PAGE_LIMIT_DEFAULT).then(listOf, () => null);
  return { feed, isHead: !cursor, isCached: false };
}

function cursorOf({ url }: Request): string | null {
  return new URL(url).searchParams.get("cursor");
}

export default function Feed({ loaderData: { feed, isHead, isCached } }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-[560px] min-[1200px]:flex min-[1200px]:max-w-5xl min-[1200px]:justify-between min-[1200px]:px-4">
      <div className="min-[1200px]:w-[560px]">
        <h1 className="sr-only">
          <Trans>Feed</Trans>
        </h1>
        <StoriesStrip />
        {"then" in feed ? (
          <Suspense fallback={<FeedSkeleton />}>
            <LoadedFeed feed={feed} isHead={isHead} />
          </Suspense>
        ) : (
          // Another part of the feed is another list.
          <FeedList key={String(isHead)} feed={feed} isHead={isHead} isCached={isCached} />
        )}
      </div>
      <SideColumn />
    </div>
  );
}

function LoadedFeed({ feed, isHead }: { feed: Promise<FeedData | null>; isHead: boolean }) {
  const loaded = use(feed);
  return loaded ? <FeedList feed={loaded} isHead={isHead} /> : <FeedError />;
}

function FeedError({ level }: { level?: 1 }) {
  const { t } = useLingui();
  return <ErrorState level={level} title={t`Failed to load posts. Please try again later.`} />;
}

export function ErrorBoundary() {
  return <FeedError level={1} />;
}
