import { Trans, useLingui } from "@lingui/react/macro";
import { Hash } from "lucide-react";
import { GRID_PAGE } from "~/contract/limits";
import { isTag, tagKey } from "~/contract/text-links";
import { listFollowedTags } from "~/domain/explore/follow-tag";
import { listTaggedPosts } from "~/domain/posts/list-tagged-posts";
import { apiPage } from "~/features/api/client";
import { FollowTagButton } from "~/features/explore/follow-tag-button";
import { EndlessGrid } from "~/features/grid/endless-grid";
import type { CachesPage } from "~/features/shell/cache-pages";
import { onMemberPage } from "~/page-context";
import { BackLink } from "~/ui/back-link";
import { ButtonLink } from "~/ui/button";
import { Page } from "~/ui/page";
import type { TitleHandle } from "~/ui/page-title";
import { EmptyState, ErrorState } from "~/ui/states";
import type { Route } from "./+types/tag";

export const handle: TitleHandle & CachesPage = { title: ({ tag = "" }) => `#${tag}`, cachesPage: true };

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const cursor = url.searchParams.get("cursor");
  return onMemberPage(context, async (ctx) => {
    const [page, followed] = await Promise.all([
      listTaggedPosts(ctx, params.tag, { cursor, limit: GRID_PAGE }),
      listFollowedTags(ctx),
    ]);
    const key = tagKey(params.tag);
    return { page, cursor, canFollow: isTag(key), isFollowed: followed.includes(key) };
  });
}

export default function Tag({ loaderData, params: { tag } }: Route.ComponentProps) {
  const { t } = useLingui();
  const { page, cursor, canFollow, isFollowed } = loaderData;
  return (
    <Page
      title={`#${tag}`}
      actions={
        canFollow && <FollowTagButton key={`${tag} ${isFollowed}`} tag={tag} isFollowed={isFollowed} />
      }
      back={<BackLink to="/explore" />}
    >
      <div className="max-md:-mx-4">
        <EndlessGrid
          key={`${tag} ${cursor}`}
          name={`#${tag}`}
          first={page}
          load={(older) =>
            apiPage("GET /api/tags/{tag}/posts", {
              params: { tag },
              query: { cursor: older, limit: GRID_PAGE },
            })
          }
          linkTo={(older) => `?cursor=${older}`}
          empty={
            <EmptyState
              icon={<Hash aria-hidden />}
              title={t`No Posts Yet`}
              text={t`Nobody has shared a photo with this tag yet.`}
              action={
                <ButtonLink to="/feed">
                  <Trans>Back to feed</Trans>
                </ButtonLink>
              }
            />
          }
        />
      </div>
    </Page>
  );
}

export function ErrorBoundary() {
  const { t } = useLingui();
  return <ErrorState level={1} title={t`Failed to load posts. Please try again later.`} />;
}
