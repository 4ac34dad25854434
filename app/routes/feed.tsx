import { Suspense } from "react";
import { Await } from "react-router";
import { pageLimit } from "~/db/cursor";
import { readFeed } from "~/domain/posts/read-feed";
import { FeedList } from "~/features/feed/feed-list";
import { FeedSkeleton } from "~/features/feed/feed-skeleton";
import { StoriesStrip } from "~/features/stories/stories-strip";
import { onMemberPage } from "~/platform/page-context";
import { ErrorState } from "~/ui/states";
import type { Route } from "./+types/feed";

export const meta: Route.MetaFunction = () => [{ title: "Feed · Afterglow" }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const page = { cursor: searchParams.get("cursor"), limit: pageLimit(null) };
  return { feed: await onMemberPage(context, (ctx) => readFeed(ctx, page)) };
}

/** Inside the browser the page appears at once, with placeholders; a document comes whole, to be read without JavaScript. */
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return { feed: serverLoader().then(({ feed }) => feed) };
}

export default function Feed({ loaderData }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-[560px]">
      <h1 className="sr-only">Feed</h1>
      <StoriesStrip />
      <Suspense fallback={<FeedSkeleton />}>
        <Await resolve={loaderData.feed} errorElement={<FeedError />}>
          {(feed) => <FeedList feed={feed} />}
        </Await>
      </Suspense>
    </div>
  );
}

function FeedError() {
  return <ErrorState title="Failed to load posts. Please try again later." />;
}

export function ErrorBoundary() {
  return <FeedError />;
}
