import { i18n } from "@lingui/core";
import { plural, t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { SearchX } from "lucide-react";
import { Link } from "react-router";
import type { UserSummary } from "~/contract/accounts";
import { timeOfId } from "~/contract/ids";
import { GRID_PAGE, SEARCH_MIN, SEARCH_PEOPLE_SHOWN } from "~/contract/limits";
import type { PostView } from "~/contract/posts";
import { apiPage, type Page } from "~/features/api/client";
import { EndlessGrid } from "~/features/grid/endless-grid";
import { dateFormat } from "~/ui/date-format";
import { EmptyState } from "~/ui/states";
import { TagLinks } from "~/ui/tag-links";
import { textLink } from "~/ui/text-link";
import { MemberCards } from "./member-cards";

/** The results of a query; empty for a kind that the page does not show. */
export interface Found {
  query: string;
  users: UserSummary[];
  tags: string[];
  posts: Page<PostView>;
  /** The cursor of the page of posts; null on the first one. */
  cursor: string | null;
  /** Whether the page shows members alone, all of them. */
  isPeopleOnly: boolean;
}

/** Renders the results of a query: members, hashtags, and posts by caption and place. */
export function SearchResults({ query, users, tags, posts, cursor, isPeopleOnly }: Found) {
  const { t } = useLingui();
  const hasPosts = posts.items.length > 0 || posts.next !== null;
  const nothing = <NoResults query={query} />;
  if (users.length === 0 && tags.length === 0 && !hasPosts) return nothing;
  const address = `/search?q=${encodeURIComponent(query)}`;
  const max = isPeopleOnly || (tags.length === 0 && !hasPosts) ? users.length : SEARCH_PEOPLE_SHOWN;
  return (
    <>
      {users.length > 0 && (
        <section aria-labelledby="found-people" className="mt-8">
          <h2 id="found-people" className="font-semibold text-lg">
            <Trans>People</Trans>
          </h2>
          <MemberCards users={users.slice(0, max)} />
          {users.length > max && (
            <p className="mt-3">
              <Link to={`${address}&show=people`} className={textLink}>
                <Trans>Show all people</Trans>
              </Link>
            </p>
          )}
        </section>
      )}
      <TagLinks title={t`Hashtags`} tags={tags.map((tag) => ({ tag }))} />
      {isPeopleOnly && (
        <p className="mt-6">
          <Link to={address} className={textLink}>
            <Trans>Show all results</Trans>
          </Link>
        </p>
      )}
      {hasPosts && (
        <section aria-labelledby="found-posts" className="mt-8">
          <h2 id="found-posts" className="mb-3 font-semibold text-lg">
            <Trans>Posts</Trans>
          </h2>
          <EndlessGrid
            key={`${query} ${cursor}`}
            name={`posts with ${query}`}
            first={posts}
            load={(older) =>
              apiPage("GET /api/posts/search", { query: { q: query, cursor: older, limit: GRID_PAGE } })
            }
            searchedTo={searchedTo}
            linkTo={(older) => `${address}&cursor=${older}`}
            caption={(post) => <Caption post={post} />}
            empty={
              users.length === 0 && tags.length === 0 ? (
                nothing
              ) : (
                <p className="text-muted">{t`No posts found.`}</p>
              )
            }
          />
        </section>
      )}
    </>
  );
}

/** Returns how far back a search has read, newest first, that pauses after the post with this id. */
function searchedTo(last: string): string {
  const date = dateFormat("longDate", i18n.locale, undefined).format(timeOfId(last));
  return t({ message: `Searched back to ${date}.`, comment: "A search of posts, newest first" });
}

/** The author of a post, its place, and the beginning of its caption. */
function Caption({ post: { user, location, caption } }: { post: PostView }) {
  return (
    <div className="px-1.5 pt-1 pb-3 text-xs md:px-0.5 md:text-sm">
      <Link
        to={`/profile/${user.username}`}
        dir="ltr"
        translate="no"
        className="flex w-fit min-h-6 max-w-full items-center truncate font-semibold hover:underline"
      >
        {user.username}
      </Link>
      {location && (
        <p dir="auto" className="truncate">
          {location}
        </p>
      )}
      {caption && (
        <p dir="auto" className="wrap-anywhere line-clamp-2 text-muted">
          {caption}
        </p>
      )}
    </div>
  );
}

function NoResults({ query }: { query: string }) {
  const { t } = useLingui();
  const min = SEARCH_MIN;
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={t`No Results Found`}
      text={
        query.length < SEARCH_MIN
          ? t({
              message: plural(min, {
                one: "Type at least # character.",
                other: "Type at least # characters.",
              }),
            })
          : t`No person, hashtag, caption or place matches. Try fewer words, or the beginning of a name.`
      }
    />
  );
}
