import { useLingui } from "@lingui/react/macro";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { ProfileView } from "~/contract/accounts";
import { dropCachedFeed } from "~/features/feed/feed-store";
import { BlockDialog } from "~/features/safety/block-dialog";
import { setMuted } from "~/features/safety/mute";
import { ReportDialog } from "~/features/safety/report-dialog";
import { IconButton } from "~/ui/icon-button";
import { Menu, type MenuItem } from "~/ui/menu";
import { useReload } from "~/ui/router/use-reload";

/** The menu of another member's profile: mute, notification settings, report and block. */
export function ProfileMenu({ member }: { member: ProfileView }) {
  const { t } = useLingui();
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
  const mute = member.isMuted ? t`Unmute` : t({ message: "Mute", context: "verb" });
  const notifications = `/settings/notifications?member=${member.username}#exceptions`;
  const report = t({ message: "Report", context: "verb" });
  const block = t({ message: "Block", context: "verb" });
  const items: MenuItem[] = [
    { label: mute, icon: "mute", onSelect: () => void toggleMuted() },
    { label: t`Notification settings`, icon: "bell", to: notifications },
    { label: report, icon: "report", onSelect: () => setDialog("report") },
    { label: block, icon: "block", danger: true, onSelect: () => setDialog("block") },
  ];
  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={t`More about ${{ username: member.username }}`}
            icon={<Ellipsis aria-hidden />}
          />
        }
        items={[items]}
      />
      <ReportDialog
        subject={{ userId: member.id }}
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
