import { Compass } from "lucide-react";
import { Link } from "react-router";
import type { ExplorePost, SuggestedMember, TrendingTag } from "~/contract/explore";
import { GRID_PAGE } from "~/contract/limits";
import { apiPage, type Page } from "~/features/api/client";
import { EndlessGrid } from "~/features/grid/endless-grid";
import { reasonText } from "~/features/people/reason-text";
import { Suggestions } from "~/features/people/suggestions";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/states";
import { TagLinks } from "~/ui/tag-links";
import { textLink } from "~/ui/text-link";

/** Suggestions above the posts; the search page has all. */
const SUGGESTIONS_SHOWN = 3;

interface Props {
  page: Page<ExplorePost>;
  /** On the first page, as the next. */
  suggestions: SuggestedMember[];
  followedTags: string[];
  trendingTags: TrendingTag[];
  cursor: string | null;
}

/** Renders Explore: posts by members with whom the viewer is not connected, with the reason for each (docs/product.md#explore). */
export function ExplorePage({ page, suggestions, followedTags, trendingTags, cursor }: Props) {
  return (
    <div className="mx-auto max-w-4xl py-6 md:px-4">
      <div className="mb-5 px-4 md:px-0">
        <h1 className="title text-3xl">Explore</h1>
        <p className="mt-1 text-muted">
          Posts by people you are not connected with. People your connections know and your hashtags come
          first.{" "}
          <Link to="/search" className={textLink}>
            Find people
          </Link>
        </p>
        <TagLinks title="Hashtags you follow" tags={followedTags.map((tag) => ({ tag }))} />
        <TagLinks title="Trending this week" tags={trendingTags} />
        <Suggestions members={suggestions} max={SUGGESTIONS_SHOWN} />
      </div>
      <section aria-label="Posts">
        <EndlessGrid
          key={cursor}
          name="explore"
          first={page}
          load={(older) => apiPage("GET /api/explore", { query: { cursor: older, limit: GRID_PAGE } })}
          linkTo={(older) => `?cursor=${older}`}
          caption={(post) => <Caption post={post} />}
          empty={
            <EmptyState
              icon={<Compass aria-hidden />}
              title="No Posts Yet"
              text="Photos of people you are not connected with appear here."
              action={<ButtonLink to="/search">Find people</ButtonLink>}
            />
          }
        />
      </section>
    </div>
  );
}

/** The author of a post and the reason why it is among the first. */
function Caption({ post: { user, reason } }: { post: ExplorePost }) {
  return (
    <Link
      to={`/profile/${user.username}`}
      className="block min-h-11 px-1.5 pt-1 pb-3 text-xs hover:underline md:px-0.5 md:text-sm"
    >
      <span className="block truncate font-semibold">{user.username}</span>
      {reason && <span className="wrap-anywhere line-clamp-3 text-muted">{reasonText(reason)}</span>}
    </Link>
  );
}
