import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import { Link } from "react-router";
import type { ExplorePost, SuggestedMember, TrendingTag } from "~/contract/explore";
import { SEARCH_MIN, SUGGESTIONS_SHOWN } from "~/contract/limits";
import type { Page as PostPage } from "~/features/api/client";
import { ExploreGrid } from "~/features/explore/explore-grid";
import { Suggestions } from "~/features/people/suggestions";
import { useSuggestions } from "~/features/people/use-suggestions";
import { saveRecentEntry } from "~/features/session/recent-entries";
import { Page } from "~/ui/page";
import { TagLinks } from "~/ui/tag-links";
import { loneLink } from "~/ui/text-link";
import { RecentSearches, recentSearchesKey } from "./recent-searches";
import { SearchForm } from "./search-form";
import { type Found, SearchResults } from "./search-results";

/** The content without a query. */
interface Explored {
  page: PostPage<ExplorePost>;
  cursor: string | null;
  suggestions: readonly SuggestedMember[];
  followedTags: readonly string[];
  trendingTags: readonly TrendingTag[];
}

/** The content of the page: the results of a query, Explore, or all suggestions. */
export type Discovered = { found: Found } | { explored: Explored } | { people: readonly SuggestedMember[] };

/** Renders the page where members search and discover: `/explore` and `/search` (docs/product.md#search). */
export function DiscoverPage({ memberId, ...shown }: Discovered & { memberId: string }) {
  const query = "found" in shown ? shown.found.query : "";
  useEffect(() => {
    if (query.length >= SEARCH_MIN) saveRecentEntry(recentSearchesKey(memberId), query);
  }, [memberId, query]);
  return (
    <Page title={<Title shown={shown} />}>
      <SearchForm query={query} />
      {"found" in shown && <SearchResults {...shown.found} />}
      {"explored" in shown && <Explore {...shown.explored} memberId={memberId} />}
      {"people" in shown && <People members={shown.people} />}
    </Page>
  );
}

function Title({ shown }: { shown: Discovered }) {
  const { t } = useLingui();
  if (!("found" in shown)) return <span key="explore">{"people" in shown ? t`People` : t`Explore`}</span>;
  const { query } = shown.found;
  return (
    <span key="search">
      <Trans>
        Search Results for "<bdi translate="no">{query}</bdi>"
      </Trans>
    </span>
  );
}

/** The member's last searches, people and hashtags, above the posts. Further pages have posts alone. */
function Explore({
  memberId,
  page,
  cursor,
  suggestions: loaded,
  followedTags,
  trendingTags,
}: Explored & { memberId: string }) {
  const { t } = useLingui();
  const suggestions = useSuggestions(loaded);
  const followed = followedTags.map((tag) => ({ tag }));
  return (
    <>
      {!cursor && <RecentSearches memberId={memberId} />}
      <div className="gap-x-12 md:flex md:*:flex-1 md:*:empty:hidden">
        <div className="min-w-0">
          <Suggestions members={suggestions} max={SUGGESTIONS_SHOWN} />
          {suggestions.length > SUGGESTIONS_SHOWN && (
            <Link to="/search?show=people" className={loneLink}>
              <Trans>More people</Trans>
            </Link>
          )}
        </div>
        <div className="min-w-0 md:mt-2">
          <TagLinks title={t`Trending this week`} tags={trendingTags} />
          <TagLinks title={t`Hashtags you follow`} tags={followed} />
        </div>
      </div>
      <ExploreGrid page={page} cursor={cursor} />
    </>
  );
}

function People({ members: loaded }: { members: readonly SuggestedMember[] }) {
  const members = useSuggestions(loaded);
  return (
    <div className="max-w-2xl">
      <Suggestions members={members} />
      {members.length === 0 && (
        <p className="mt-8 text-muted">
          <Trans>Nobody new to suggest right now.</Trans>
        </p>
      )}
      <p className="mt-4">
        <Link to="/explore" className={loneLink}>
          <Trans>Explore</Trans>
        </Link>
      </p>
    </div>
  );
}
