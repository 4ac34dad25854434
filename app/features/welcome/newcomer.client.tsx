import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { ExplorePost, SuggestedMember } from "~/contract/explore";
import { site } from "~/contract/site-name";
import { api, apiPage } from "~/features/api/client";
import { PostGrid } from "~/features/grid/post-grid";
import { Suggestions } from "~/features/people/suggestions";
import { useSuggestions } from "~/features/people/use-suggestions";
import { useViewer } from "~/features/session/viewer";
import { textLink } from "~/ui/text-link";
import { FirstSteps } from "./first-steps";

/** Posts below an empty feed: three rows. */
const POSTS_SHOWN = 9;

/**
 * Renders a new member's first steps, and below an empty feed people and posts. A default export, for a part that loads
 * on demand.
 * @param authors of the posts of the feed, which is complete
 */
export default function Newcomer({ authors }: { authors: readonly string[] }) {
  const viewer = useViewer();
  return (
    <>
      {viewer && <FirstSteps viewer={viewer} hasPosted={authors.includes(viewer.id)} />}
      {authors.length === 0 && <Discover />}
    </>
  );
}

/** Renders members to connect with and posts from Explore; nothing without any, or when they cannot be loaded. */
function Discover() {
  const [loaded, setLoaded] = useState<readonly SuggestedMember[]>([]);
  const members = useSuggestions(loaded);
  const [posts, setPosts] = useState<readonly ExplorePost[]>([]);
  useEffect(() => {
    api("GET /api/users/suggestions").then(setLoaded, () => undefined);
    apiPage("GET /api/explore", { query: { limit: POSTS_SHOWN } }).then(
      ({ items }) => setPosts(items),
      () => undefined,
    );
  }, []);
  return (
    <>
      {/* The column beside a wide feed has them. */}
      <div className="px-4 min-[1200px]:hidden md:px-0">
        <Suggestions members={members} max={5} />
      </div>
      {posts.length > 0 && (
        <section aria-labelledby="discover" className="mt-8 pb-8">
          <div className="mb-3 flex items-baseline justify-between gap-3 px-4 md:px-0">
            <h2 id="discover" className="font-semibold text-lg">
              <Trans>Posts from {site}</Trans>
            </h2>
            <Link to="/explore" className={`${textLink} touch-around`}>
              <Trans>See more</Trans>
            </Link>
          </div>
          <PostGrid posts={posts} />
        </section>
      )}
    </>
  );
}
