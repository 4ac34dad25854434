import { useState } from "react";
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
  function clear() {
    clearRecentEntries(recentSearchesKey(memberId));
    setCleared(true);
    // The pressed button is unmounted.
    document.getElementById("content")?.focus({ preventScroll: true });
  }
  const searches = isHydrated && !isCleared ? recentEntries(recentSearchesKey(memberId)) : [];
  if (searches.length === 0) return null;
  return (
    <section aria-labelledby="recent-searches" className="mt-8">
      <div className="flex items-center justify-between">
        <h2 id="recent-searches" className="font-semibold text-lg">
          Recent searches
        </h2>
        <Button look="plain" size="small" onClick={clear}>
          Clear
        </Button>
      </div>
      <ul>
        {searches.map((search) => (
          <li key={search}>
            <Link
              to={`/search?q=${encodeURIComponent(search)}`}
              dir="auto"
              className="flex min-h-11 items-center truncate rounded-control px-3 hover:bg-wash"
            >
              {search}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
