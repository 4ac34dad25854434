import { Trans, useLingui } from "@lingui/react/macro";
import { Compass } from "lucide-react";
import { Link } from "react-router";
import type { ExplorePost } from "~/contract/explore";
import { GRID_PAGE } from "~/contract/limits";
import { apiPage, type Page } from "~/features/api/client";
import { EndlessGrid } from "~/features/grid/endless-grid";
import { reasonText } from "~/features/people/reason-text";
import { EmptyState } from "~/ui/states";

/** The posts of Explore: by members not connected to the viewer, each with its reason (docs/product.md#explore). */
export function ExploreGrid({ page, cursor }: { page: Page<ExplorePost>; cursor: string | null }) {
  const { t } = useLingui();
  return (
    <section aria-labelledby="explore-posts" className="mt-10">
      <h2 id="explore-posts" className="mb-3 font-semibold text-lg">
        <Trans>Posts</Trans>
      </h2>
      <div className="max-md:-mx-4">
        <EndlessGrid
          key={cursor}
          name="explore"
          first={page}
          load={(older) => apiPage("GET /api/explore", { query: { cursor: older, limit: GRID_PAGE } })}
          linkTo={(older) => `/explore?cursor=${older}`}
          caption={(post) => <Caption post={post} />}
          empty={
            <EmptyState
              level={3}
              icon={<Compass aria-hidden />}
              title={t`No Posts Yet`}
              text={t`Photos of people you are not connected with appear here.`}
            />
          }
        />
      </div>
    </section>
  );
}

/** The author of a post and the reason why it is among the first. */
function Caption({ post: { user, reason } }: { post: ExplorePost }) {
  const { i18n } = useLingui();
  return (
    <Link
      to={`/profile/${user.username}`}
      className="block min-h-11 px-1.5 pt-1 pb-3 text-xs hover:underline md:px-0.5 md:text-sm"
    >
      <span dir="ltr" translate="no" className="block w-fit max-w-full truncate font-semibold">
        {user.username}
      </span>
      {reason && <span className="wrap-anywhere line-clamp-3 text-muted">{reasonText(i18n, reason)}</span>}
    </Link>
  );
}
