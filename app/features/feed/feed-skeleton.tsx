import { useLingui } from "@lingui/react/macro";
import { FEED_PLACEHOLDERS } from "~/contract/limits";
import { Loading, PostCardSkeleton } from "~/ui/skeleton";

/** The feed's placeholder cards while it loads (docs/product.md#feed). */
export function FeedSkeleton() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading posts`} className="grid gap-8 py-4 md:py-6">
      {Array.from({ length: FEED_PLACEHOLDERS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are alike and never move.
        <PostCardSkeleton key={index} />
      ))}
    </Loading>
  );
}
