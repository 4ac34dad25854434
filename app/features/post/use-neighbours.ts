import { useStore } from "@nanostores/react";
import { atom } from "nanostores";
import { useCallback, useEffect } from "react";
import { useNavigate } from "react-router";
import type { Neighbours } from "~/contract/posts";
import { arrowStep } from "~/ui/direction";
import { isShortcutBlocked } from "~/ui/is-shortcut-blocked";
import { useOrigin } from "~/ui/origin";
import { listOfPage, neighboursIn } from "./page-lists";
import { $removedPosts } from "./post-store";

const $none = atom<readonly string[]>([]);

/**
 * Returns a post's neighbours in the list of the page from which the member came, else `ofAuthor`. Fetches the next
 * page at the end of the list.
 * @param ofAuthor the neighbours among the posts of the author
 */
export function useNeighbours(id: string, ofAuthor: Neighbours): Neighbours {
  const list = listOfPage(useOrigin()?.to);
  const removed = useStore($removedPosts, { ssr: "initial" });
  const ids = useStore(list?.$ids ?? $none, { ssr: "initial" }).filter((one) => !removed.has(one));
  const neighbours = neighboursIn(ids, id) ?? ofAuthor;
  const isLast = ids.at(-1) === id;
  useEffect(() => {
    if (isLast) void list?.loadMore();
  }, [list, isLast]);
  return neighbours;
}

/** Returns a function that opens the page of a neighbour, in place of this one: Back leads to the list. */
export function useOpenNeighbour(): (id: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (id) => void navigate(`/post/${id}`, { viewTransition: true, replace: true }),
    [navigate],
  );
}

/** Opens the previous post with the arrow key back and the next one with the key on (docs/product.md#keyboard). */
export function useArrowKeys({ previous, next }: Neighbours): void {
  const open = useOpenNeighbour();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const to = [previous, null, next][1 + arrowStep(event.key, document.body)];
      if (to && !isShortcutBlocked(event)) open(to);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [previous, next, open]);
}
