import { useLingui } from "@lingui/react/macro";
import { useStore } from "@nanostores/react";
import { computed } from "nanostores";
import { type ReactNode, useEffect } from "react";
import { useLocation } from "react-router";
import type { ProfilePost } from "~/contract/accounts";
import { itemsOf } from "~/features/api/pager";
import { cacheList } from "~/features/post/page-lists";
import { $removedPosts, isRemoved } from "~/features/post/post-store";
import { Loading, TileSkeletons } from "~/ui/skeleton";
import { NextPage } from "./next-page";
import { PostGrid } from "./post-grid";
import { type GridSource, useGridPages } from "./use-grid-pages";

interface Props<T> extends GridSource<T> {
  /** Whether the grid shows a loaded post; by default, each that is not deleted. */
  isShown?: (post: T) => boolean;
  /** Returns what is shown below a tile. */
  caption?: (post: T) => ReactNode;
  /** The link to the page at a cursor, for readers without JavaScript. */
  linkTo?: (cursor: string) => string;
  /** Returns the text of a grid whose last pages were empty; `NOTHING_NEW` by default. */
  searchedTo?: (cursor: string) => string;
  /** Renders the loaded posts; by default as a `PostGrid`. */
  renderPosts?: (posts: T[]) => ReactNode;
  /** Rendered when there is no post. */
  empty: ReactNode;
}

const isNotRemoved = ({ id }: ProfilePost) => !isRemoved(id);

/** A grid that loads pages while the member scrolls. Its `key` has to change with the list. */
export function EndlessGrid<T extends ProfilePost>({
  isShown = isNotRemoved,
  caption,
  linkTo,
  searchedTo,
  renderPosts = (posts) => <PostGrid posts={posts} caption={caption} />,
  empty,
  ...source
}: Props<T>) {
  const { t } = useLingui();
  const { list, $list, loadMore, fetchNext, sentinel } = useGridPages(source);
  const { pathname, search } = useLocation();
  useEffect(() => {
    const $ids = computed($list, (loaded) =>
      itemsOf(loaded)
        .filter(isShown)
        .map(({ id }) => id),
    );
    cacheList(pathname + search, { $ids, loadMore: fetchNext });
  }, [pathname, search, $list, isShown, fetchNext]);
  // `isShown` reads which posts are deleted.
  useStore($removedPosts, { ssr: "initial" });
  const { next, phase } = list;
  const posts = itemsOf(list).filter(isShown);
  if (posts.length === 0 && next === null) return empty;
  return (
    <>
      {renderPosts(posts)}
      <div ref={sentinel} />
      {phase === "loading" && (
        <Loading label={t`Loading posts`} className="mt-0.5 grid grid-cols-3 gap-0.5 md:mt-1 md:gap-1">
          <TileSkeletons count={3} />
        </Loading>
      )}
      <NextPage
        {...{ list, loadMore, linkTo, searchedTo }}
        label={t`Older posts`}
        failure={t`Older photos could not be loaded.`}
      />
    </>
  );
}
