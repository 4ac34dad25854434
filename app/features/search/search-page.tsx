import { useEffect } from "react";
import { Link } from "react-router";
import type { SuggestedMember } from "~/contract/explore";
import { SEARCH_MIN } from "~/contract/limits";
import { Suggestions } from "~/features/people/suggestions";
import { saveRecentEntry } from "~/features/session/recent-entries";
import { textLink } from "~/ui/text-link";
import { RecentSearches, recentSearchesKey } from "./recent-searches";
import { SearchForm } from "./search-form";
import { type Found, SearchResults } from "./search-results";

interface Props extends Found {
  memberId: string;
  /** Without a query. */
  suggestions: SuggestedMember[];
}

/** Renders the search page: the results of a query, or recent searches and suggestions (docs/product.md#search). */
export function SearchPage({ memberId, suggestions, ...found }: Props) {
  const { query } = found;
  useEffect(() => {
    if (query.length >= SEARCH_MIN) saveRecentEntry(recentSearchesKey(memberId), query);
  }, [memberId, query]);
  return (
    <div className="mx-auto max-w-3xl px-4 py-8">
      <h1 className="title wrap-anywhere line-clamp-3 text-3xl">
        {query ? (
          <>
            Search Results for "<bdi>{query}</bdi>"
          </>
        ) : (
          "Search"
        )}
      </h1>
      <SearchForm query={query} />
      {query ? (
        <SearchResults {...found} />
      ) : (
        <>
          <p className="mt-3">
            <Link to="/explore" className={textLink}>
              Explore recent posts
            </Link>
          </p>
          <RecentSearches memberId={memberId} />
          <Suggestions members={suggestions} />
        </>
      )}
    </div>
  );
}
