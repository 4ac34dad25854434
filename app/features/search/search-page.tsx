import { SearchX } from "lucide-react";
import { useEffect } from "react";
import { Link } from "react-router";
import type { UserSummary } from "~/contract/accounts";
import type { SuggestedMember } from "~/contract/explore";
import { SEARCH_MIN } from "~/contract/limits";
import { Suggestions } from "~/features/people/suggestions";
import { saveRecentEntry } from "~/features/session/recent-entries";
import { EmptyState } from "~/ui/states";
import { textLink } from "~/ui/text-link";
import { MemberCards } from "./member-cards";
import { RecentSearches, recentSearchesKey } from "./recent-searches";
import { SearchForm } from "./search-form";

interface Props {
  memberId: string;
  query: string;
  /** The results of the query. */
  users: UserSummary[];
  /** Without a query. */
  suggestions: SuggestedMember[];
}

/** Renders the search page: the results of a query, or recent searches and suggestions (docs/product.md#search). */
export function SearchPage({ memberId, query, users, suggestions }: Props) {
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
          "Find people"
        )}
      </h1>
      <SearchForm query={query} />
      {query ? (
        <Results query={query} users={users} />
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

function Results({ query, users }: Pick<Props, "query" | "users">) {
  if (users.length > 0) return <MemberCards users={users} />;
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title="No Results Found"
      text={
        query.length < SEARCH_MIN
          ? `Type at least ${SEARCH_MIN} characters of a name.`
          : "No member matches that name. Try the beginning of a username or a full name."
      }
    />
  );
}
