import { Bookmark, Camera, Grid3x3, SquareUserRound } from "lucide-react";
import { useSearchParams } from "react-router";
import type { ProfileView } from "~/contract/accounts";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/states";
import { type Tab, Tabs } from "~/ui/tabs";
import { EndlessGrid } from "./endless-grid";
import { SavedPosts } from "./saved-posts";

/**
 * Posts, Saved (on one's own profile only) and the place for tagged photos (spec point 2). The address tells which is open
 * (`?tab=saved`), so that coming Back opens it again.
 */
export function ProfileTabs({ profile, isOwn }: { profile: ProfileView; isOwn: boolean }) {
  const [params, setParams] = useSearchParams();
  const saved: Tab = {
    value: "saved",
    label: "Saved",
    icon: <Bookmark aria-hidden />,
    content: <SavedPosts />,
  };
  const tabs: Tab[] = [
    {
      value: "posts",
      label: "Posts",
      icon: <Grid3x3 aria-hidden />,
      content: <Posts key={profile.id} profile={profile} isOwn={isOwn} />,
    },
    ...(isOwn ? [saved] : []),
    {
      value: "tagged",
      label: "Tagged",
      icon: <SquareUserRound aria-hidden />,
      content: (
        <EmptyState
          icon={<SquareUserRound aria-hidden />}
          title="Photos of You"
          text={
            isOwn
              ? "Photos that others tag you in will be here."
              : "Photos that others tag them in will be here."
          }
        />
      ),
    },
  ];
  const open = tabs.find(({ value }) => value === params.get("tab")) ?? tabs[0];
  return (
    <Tabs
      label="Profile"
      tabs={tabs}
      value={open?.value}
      onChange={(tab) => setParams({ tab }, { replace: true, preventScrollReset: true })}
    />
  );
}

function Posts({ profile, isOwn }: { profile: ProfileView; isOwn: boolean }) {
  const { username, posts, postCount } = profile;
  const last = posts.at(-1);
  const next =
    last && postCount > posts.length ? `/api/users/profile/${username}/posts?cursor=${last.id}` : null;
  return (
    <section aria-label="Posts">
      <EndlessGrid
        name="posts"
        first={{ items: posts, next }}
        empty={
          <EmptyState
            icon={<Camera aria-hidden />}
            title="No Posts Yet"
            action={isOwn ? <ButtonLink to="/post">Share Your First Photo</ButtonLink> : undefined}
          />
        }
      />
    </section>
  );
}
