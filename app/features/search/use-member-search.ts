import { useEffect, useState } from "react";
import type { UserSummary } from "~/contract/accounts";
import { SEARCH_DEBOUNCE_MS, SEARCH_MIN } from "~/contract/limits";
import { api } from "~/features/api/client";

type Search =
  | { state: "idle" }
  | { state: "loading" }
  | { state: "failed" }
  | { state: "found"; users: UserSummary[] };

/**
 * Members matching what is typed, once typing rests. Asks only while `open` and from two characters on; a reply to an
 * earlier query is dropped.
 */
export function useMemberSearch(typed: string, open: boolean): Search {
  const query = typed.trim();
  const wanted = open && query.length >= SEARCH_MIN;
  const [answer, setAnswer] = useState<{ query: string; users: UserSummary[] | null } | null>(null);

  useEffect(() => {
    if (!wanted) return;
    const asking = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const users = await api("GET /api/users/search", { query: { q: query }, signal: asking.signal });
        if (!asking.signal.aborted) setAnswer({ query, users });
      } catch {
        if (!asking.signal.aborted) setAnswer({ query, users: null });
      }
    }, SEARCH_DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [query, wanted]);

  if (!wanted) return { state: "idle" };
  if (answer?.query !== query) return { state: "loading" };
  return answer.users ? { state: "found", users: answer.users } : { state: "failed" };
}
