import { useEffect } from "react";
import { useRevalidator } from "react-router";
import type { ProfileView } from "~/contract/accounts";
import type { ConnectionStatus } from "~/contract/connections";
import { ConnectButton } from "~/features/connections/connect-button";
import { onFrame } from "~/realtime/frames";
import { EditProfile } from "./edit-profile";
import { Highlights } from "./highlights";
import { ProfileHeader } from "./profile-header";
import { ProfileMenu } from "./profile-menu";
import { ProfileTabs } from "./profile-tabs";

/** A member: who they are, their counts, and their photos in three columns (spec point 2). */
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
  useOwnCounts(isOwn);
  return (
    <div className="mx-auto max-w-4xl px-0 py-6 md:px-4 md:py-10">
      <ProfileHeader
        profile={profile}
        actions={
          isOwn ? (
            <EditProfile profile={profile} />
          ) : (
            <>
              {connection && <ConnectButton key={profile.id} member={profile} status={connection} />}
              <ProfileMenu member={profile} />
            </>
          )
        }
      />
      <Highlights highlights={profile.highlights} isOwn={isOwn} />
      <div className="mt-6">
        <ProfileTabs key={profile.id} profile={profile} isOwn={isOwn} />
      </div>
    </div>
  );
}

/** One's own counts change with one's connections, whichever side made or ended them. */
function useOwnCounts(isOwn: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isOwn) return;
    return onFrame("connection_status", ({ status }) => {
      if (status === "accepted" || status === "disconnected") void revalidate();
    });
  }, [isOwn, revalidate]);
}
