import type { ReactNode } from "react";
import type { ProfilePost } from "~/contract/accounts";
import { isRemoved } from "~/features/post/post-store";
import { Button } from "~/ui/button";
import { Loading, TileSkeletons } from "~/ui/skeleton";
import { PostGrid } from "./post-grid";
import { type Paged, usePages } from "./use-pages";

interface Props<T> extends Paged<T> {
  /** Whether a post still belongs here; it does until it is deleted, unless told otherwise. */
  wants?: (post: T) => boolean;
  /** Stands where there is no post. */
  empty: ReactNode;
}

const isThere = ({ id }: ProfilePost) => !isRemoved(id);

/** A grid that goes on as one scrolls. Give it a `key` that changes with the member. */
export function EndlessGrid<T extends ProfilePost>({ wants = isThere, empty, ...list }: Props<T>) {
  const { items, hasMore, state, more, sentinel } = usePages(list);
  const posts = items.filter(wants);
  if (posts.length === 0 && !hasMore) return empty;
  return (
    <>
      <PostGrid posts={posts} />
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
