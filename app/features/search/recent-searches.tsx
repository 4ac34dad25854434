import { Trans } from "@lingui/react/macro";
import { type MouseEvent, useState } from "react";
import { Link } from "react-router";
import { clearRecentEntries, recentEntries } from "~/features/session/recent-entries";
import { Button } from "~/ui/button";
import { useHydrated } from "~/ui/use-hydrated";

/** Returns the `localStorage` key of a member's last searches. */
export function recentSearchesKey(memberId: string): string {
  return `afterglow_recent_searches_${memberId}`;
}

/** Lists the member's last searches in this browser, with a button that deletes them; renders nothing without any. */
export function RecentSearches({ memberId }: { memberId: string }) {
  const isHydrated = useHydrated();
  const [isCleared, setCleared] = useState(false);
  function clear(event: MouseEvent<HTMLElement>) {
    // The pressed button is unmounted.
    if (event.currentTarget === document.activeElement)
      document.getElementById("content")?.focus({ preventScroll: true });
    clearRecentEntries(recentSearchesKey(memberId));
    setCleared(true);
  }
  const searches = isHydrated && !isCleared ? recentEntries(recentSearchesKey(memberId)) : [];
  if (searches.length === 0) return null;
  return (
    <section aria-labelledby="recent-searches" className="mt-6">
      <div className="flex max-w-2xl items-center justify-between">
        <h2 id="recent-searches" className="font-semibold text-lg">
          <Trans>Recent searches</Trans>
        </h2>
        <Button variant="plain" size="small" onClick={clear}>
          <Trans comment="Button that deletes the recent searches">Clear</Trans>
        </Button>
      </div>
      <ul className="mt-1 flex flex-wrap gap-2">
        {searches.map((search) => (
          <li key={search} className="min-w-0">
            <Link
              to={`/search?q=${encodeURIComponent(search)}`}
              className="touch inline-flex max-w-full items-center rounded-full border border-line bg-surface px-4 transition-colors hover:bg-wash"
            >
              <bdi className="truncate">{search}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
