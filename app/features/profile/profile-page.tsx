import { useEffect } from "react";
import type { ProfileView } from "~/contract/accounts";
import type { ConnectionStatus } from "~/contract/connections";
import { ConnectButton } from "~/features/connections/connect-button";
import { onFrame } from "~/realtime/frames";
import { useReload } from "~/ui/router/use-reload";
import { EditProfile } from "./edit-profile";
import { Highlights } from "./highlights";
import { ProfileHeader } from "./profile-header";
import { ProfileMenu } from "./profile-menu";
import { ProfileTabs } from "./profile-tabs";

interface Props {
  profile: ProfileView;
  isOwn: boolean;
  /** The viewer's connection status with the member; null on the viewer's own profile. */
  connection?: ConnectionStatus | null;
}

/** A member's profile: header, highlights and photos (docs/product.md#profile). */
export function ProfilePage({ profile, isOwn, connection = null }: Props) {
  useReloadOnConnectionChange(isOwn);
  return (
    <div className="mx-auto max-w-5xl px-0 pt-6 pb-8 md:px-4 md:pt-10">
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

/** Reloads the viewer's own profile when a connection is made or ends, because its counts change. */
function useReloadOnConnectionChange(isOwn: boolean): void {
  const reload = useReload();
  useEffect(() => {
    if (!isOwn) return;
    return onFrame("connection_status", ({ status }) => {
      if (status === "accepted" || status === "disconnected") void reload();
    });
  }, [isOwn, reload]);
}
