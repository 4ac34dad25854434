import { Trans, useLingui } from "@lingui/react/macro";
import { Bookmark, Camera, Grid3x3, SquareUserRound } from "lucide-react";
import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import type { ProfileView } from "~/contract/accounts";
import { apiPage } from "~/features/api/client";
import { EndlessGrid } from "~/features/grid/endless-grid";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/states";
import { type Tab, Tabs } from "~/ui/tabs";
import { SavedPosts } from "./saved-posts";

/**
 * The tabs Posts, Saved (only on the viewer's own profile) and Tagged (docs/product.md#profile). The open tab is in the
 * URL (`?tab=saved`), so Back restores it.
 */
export function ProfileTabs({ profile, isOwn }: { profile: ProfileView; isOwn: boolean }) {
  const { t } = useLingui();
  const [params, setParams] = useSearchParams();
  const saved: Tab = {
    value: "saved",
    label: t({ message: "Saved", context: "posts", comment: "Tab with the posts that the member has saved" }),
    icon: <Bookmark aria-hidden />,
    content: <SavedPosts />,
  };
  const tabs: Tab[] = [
    {
      value: "posts",
      label: t`Posts`,
      icon: <Grid3x3 aria-hidden />,
      content: <Posts key={profile.id} profile={profile} isOwn={isOwn} />,
    },
    ...(isOwn ? [saved] : []),
    {
      value: "tagged",
      label: t({ message: "Tagged", comment: "Tab with the photos that the member is tagged in" }),
      icon: <SquareUserRound aria-hidden />,
      content: (
        <EmptyState
          icon={<SquareUserRound aria-hidden />}
          title={t`Photos of You`}
          text={
            isOwn
              ? t`Photos that others tag you in will appear here.`
              : t`Photos that others tag them in will appear here.`
          }
        />
      ),
    },
  ];
  const open = tabs.find(({ value }) => value === params.get("tab")) ?? tabs[0];
  return (
    <Tabs
      label={t`Profile`}
      tabs={tabs}
      value={open?.value}
      onChange={(tab) => setParams({ tab }, { replace: true, preventScrollReset: true })}
    />
  );
}

function OwnActions() {
  return (
    <div className="flex flex-wrap justify-center gap-3">
      <ButtonLink to="/post">
        <Trans>Share Your First Photo</Trans>
      </ButtonLink>
      <ButtonLink to="/explore" variant="quiet">
        <Trans>Explore</Trans>
      </ButtonLink>
    </div>
  );
}

function Posts({ profile, isOwn }: { profile: ProfileView; isOwn: boolean }) {
  const { t } = useLingui();
  const { username, posts, postCount } = profile;
  const first = useMemo(
    () => ({ items: posts, next: postCount > posts.length ? (posts.at(-1)?.id ?? null) : null }),
    [posts, postCount],
  );
  const load = useCallback(
    (cursor: string) =>
      apiPage("GET /api/users/profile/{username}/posts", { params: { username }, query: { cursor } }),
    [username],
  );
  return (
    <section aria-label={t`Posts`}>
      <EndlessGrid
        name="posts"
        first={first}
        load={load}
        empty={
          <EmptyState
            icon={<Camera aria-hidden />}
            title={t`No Posts Yet`}
            action={isOwn ? <OwnActions /> : undefined}
          />
        }
      />
    </section>
  );
}
