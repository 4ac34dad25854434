import { Camera } from "lucide-react";
import type { ProfileView } from "~/contract/accounts";
import type { ConnectionStatus } from "~/contract/connections";
import { ConnectButton } from "~/features/connections/connect-button";
import { Avatar } from "~/ui/avatar";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/states";
import { PostGrid } from "./post-grid";

/** A member: who they are, their counts, and their photos in three columns. */
export function ProfilePage({
  profile,
  isOwn,
  connection = null,
}: {
  profile: ProfileView;
  isOwn: boolean;
  /** How the viewer stands with the member; null on one's own profile. */
  connection?: ConnectionStatus | null;
}) {
  return (
    <div className="mx-auto max-w-4xl px-0 py-6 md:px-4">
      <header className="flex flex-wrap items-center gap-x-8 gap-y-4 px-4 md:flex-nowrap md:gap-x-12 md:px-2">
        <Avatar name={profile.fullName} image={profile.profileImage} size="xxl" alt="" />
        <div className="grid min-w-0 flex-1 gap-3">
          <h1 className="title truncate text-3xl">{profile.username}</h1>
          {connection && <ConnectButton key={profile.id} member={profile} status={connection} />}
          <dl className="figures flex gap-6">
            <Count label="Posts" value={profile.postCount} />
            <Count label="Connected" value={profile.followerCount} />
            <Count label="Connecting" value={profile.followingCount} />
          </dl>
          <div>
            <p className="font-semibold">{profile.fullName}</p>
            {profile.bio && <p className="wrap-anywhere whitespace-pre-line">{profile.bio}</p>}
          </div>
        </div>
      </header>
      <section aria-label="Posts" className="mt-8">
        {profile.posts.length > 0 ? (
          <PostGrid posts={profile.posts} />
        ) : (
          <EmptyState
            icon={<Camera aria-hidden />}
            title="No Posts Yet"
            action={isOwn ? <ButtonLink to="/post">Share Your First Photo</ButtonLink> : undefined}
          />
        )}
      </section>
    </div>
  );
}

function Count({ label, value }: { label: string; value: number }) {
  return (
    <div className="flex flex-col-reverse md:flex-row-reverse md:items-baseline md:gap-1.5">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="font-semibold">{value.toLocaleString("en")}</dd>
    </div>
  );
}
