import { useEffect, useState } from "react";
import { SEARCH_DEBOUNCE_MS } from "~/contract/limits";
import { findChats, useChatList } from "./chat-list-store";

/**
 * Loads the chats with a name into the list, after a debounce of 200 ms, unless all chats are loaded. Returns
 * whether the search is running. A failed search finds nothing.
 */
export function useNamedChats(query: string): boolean {
  const { next, generation } = useChatList();
  const isPartial = next !== null;
  /** The list that begins anew has lost what was found. */
  const search = `${generation} ${query}`;
  const [searched, setSearched] = useState("");
  const isNeeded = isPartial && query !== "";
  useEffect(() => {
    if (!isNeeded) return;
    const request = new AbortController();
    const timer = setTimeout(async () => {
      await findChats(query, request.signal).catch(() => undefined);
      if (!request.signal.aborted) setSearched(search);
    }, SEARCH_DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [query, search, isNeeded]);
  return isNeeded && searched !== search;
}
