import { FEED_PLACEHOLDERS } from "~/contract/limits";
import { Loading, PostCardSkeleton } from "~/ui/skeleton";

/** What stands in for the feed while it loads (spec point 2: two placeholder cards). */
export function FeedSkeleton() {
  return (
    <Loading label="Loading posts" className="grid gap-8 py-4 md:py-6">
      {Array.from({ length: FEED_PLACEHOLDERS }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move.
        <PostCardSkeleton key={place} />
      ))}
    </Loading>
  );
}
