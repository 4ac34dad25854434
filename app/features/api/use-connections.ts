import { useEffect, useState } from "react";
import type { UserSummary } from "~/contract/accounts";
import { SEARCH_DEBOUNCE_MS } from "~/contract/limits";
import { apiPage } from "./client";
import { createPager, type PagerState } from "./pager";
import { leavesForLogIn } from "./session-end";
import { usePager } from "./use-pager";

const pagerOf = (query: string) =>
  createPager<UserSummary>(
    async (cursor) => {
      const page = await apiPage("GET /api/connections", {
        query: { q: query || null, cursor: cursor || null },
      }).catch((error: unknown) => {
        leavesForLogIn(error);
        throw error;
      });
      return { items: page.items.map(({ user }) => user), next: page.next };
    },
    { pages: [], next: "" },
  );

/**
 * Returns the viewer's loaded connections, or those whose names contain the typed text, after a debounce of 200 ms.
 * Fetches the first page, and further ones until one has a member or the pager pauses.
 */
export function useConnections(typed: string): {
  list: PagerState<UserSummary>;
  /** The text that the list belongs to; empty for all connections. */
  searched: string;
  loadMore: () => void;
} {
  const query = typed.trim();
  const [source, setSource] = useState(() => ({ query, pager: pagerOf(query) }));
  const { pager } = source;
  const list = usePager(pager);
  useEffect(() => {
    if (query === source.query) return;
    const timer = setTimeout(() => setSource({ query, pager: pagerOf(query) }), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [query, source]);
  const isMissing = list.phase === "idle" && list.pages.length === 0 && list.next !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each empty page has another cursor.
  useEffect(() => {
    if (isMissing) void pager.loadMore();
  }, [isMissing, list.next, pager]);
  return { list, searched: source.query, loadMore: () => void pager.loadMore() };
}
