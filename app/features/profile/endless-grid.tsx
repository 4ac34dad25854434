import type { ProfilePost } from "~/contract/accounts";
import { isGone } from "~/features/post/post-store";
import { Button } from "~/ui/button";
import { Loading, TileSkeletons } from "~/ui/skeleton";
import { PostGrid } from "./post-grid";
import { usePages } from "./use-pages";

interface Props {
  first: readonly ProfilePost[];
  /** The address of the page after these, or null. */
  next: string | null;
}

/** A grid that goes on as one scrolls. Give it a `key` that changes with the member. */
export function EndlessGrid({ first, next }: Props) {
  const { items, hasMore, state, more, sentinel } = usePages(first, next);
  return (
    <>
      <PostGrid posts={items.filter(({ id }) => !isGone(id))} />
      <div ref={sentinel} />
      {state === "loading" && (
        <Loading label="Loading posts" className="mt-0.5 grid grid-cols-3 gap-0.5 md:mt-1 md:gap-1">
          <TileSkeletons count={3} />
        </Loading>
      )}
      {hasMore && state !== "loading" && (
        <p className="flex flex-col items-center gap-3 py-6">
          {state === "failed" && <span role="alert">Older photos could not be loaded.</span>}
          <Button look="quiet" onClick={more}>
            {state === "failed" ? "Retry" : "Show more"}
          </Button>
        </p>
      )}
    </>
  );
}
