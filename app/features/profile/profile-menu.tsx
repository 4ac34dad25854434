import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { ProfileView } from "~/contract/accounts";
import { dropCachedFeed } from "~/features/feed/feed-store";
import { BlockDialog } from "~/features/safety/block-dialog";
import { setMuted } from "~/features/safety/mute";
import { ReportDialog } from "~/features/safety/report-dialog";
import { IconButton } from "~/ui/icon-button";
import { Menu } from "~/ui/menu";
import { useReload } from "~/ui/use-reload";

/** The menu of another member's profile: mute, notification settings, report and block. */
export function ProfileMenu({ member }: { member: ProfileView }) {
  const [dialog, setDialog] = useState<"block" | "report" | null>(null);
  const navigate = useNavigate();
  const reload = useReload();
  async function toggleMuted() {
    if (!(await setMuted(member, !member.isMuted))) return;
    dropCachedFeed();
    await reload();
  }
  const leave = () => {
    dropCachedFeed();
    void navigate("/feed");
  };
  const toggle = (name: "block" | "report") => (open: boolean) => setDialog(open ? name : null);
  return (
    <>
      <Menu
        trigger={<IconButton label={`More about ${member.username}`} icon={<Ellipsis aria-hidden />} />}
        items={[
          [
            {
              label: member.isMuted ? "Unmute" : "Mute",
              icon: "mute",
              onSelect: () => void toggleMuted(),
            },
            {
              label: "Notification settings",
              icon: "bell",
              to: `/settings/notifications?member=${member.username}#exceptions`,
            },
            { label: "Report", icon: "report", onSelect: () => setDialog("report") },
            { label: "Block", icon: "block", danger: true, onSelect: () => setDialog("block") },
          ],
        ]}
      />
      <ReportDialog
        subject={{ userId: member.id }}
        name={member.username}
        member={member}
        onBlocked={leave}
        open={dialog === "report"}
        onOpenChange={toggle("report")}
      />
      <BlockDialog
        member={member}
        open={dialog === "block"}
        onOpenChange={toggle("block")}
        onBlocked={leave}
      />
    </>
  );
}
