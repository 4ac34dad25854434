import { useEffect, useState } from "react";
import type { UserSummary } from "~/contract/accounts";
import { SEARCH_DEBOUNCE_MS, SEARCH_MIN } from "~/contract/limits";
import { api } from "~/features/api/client";

export type MemberSearch =
  | { state: "idle" }
  | { state: "loading" }
  | { state: "failed" }
  | { state: "found"; users: UserSummary[] };

const searches = {
  everyone: (q: string, signal: AbortSignal) => api("GET /api/users/search", { query: { q }, signal }),
  connections: async (q: string, signal: AbortSignal) =>
    (await api("GET /api/connections", { query: { q }, signal })).map(({ user }) => user),
};

/**
 * Returns the members that match the typed text, after a debounce of 200 ms. Fetches only while `open` and from two
 * characters on. A reply to an earlier query is dropped.
 */
export function useMemberSearch(
  typed: string,
  open: boolean,
  among: keyof typeof searches = "everyone",
): MemberSearch {
  const query = typed.trim();
  const enabled = open && query.length >= SEARCH_MIN;
  const [result, setResult] = useState<{ query: string; users: UserSummary[] | null } | null>(null);

  useEffect(() => {
    if (!enabled) return;
    const request = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const users = await searches[among](query, request.signal);
        if (!request.signal.aborted) setResult({ query, users });
      } catch {
        if (!request.signal.aborted) setResult({ query, users: null });
      }
    }, SEARCH_DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [query, enabled, among]);

  if (!enabled) return { state: "idle" };
  if (result?.query !== query) return { state: "loading" };
  return result.users ? { state: "found", users: result.users } : { state: "failed" };
}
