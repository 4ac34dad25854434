import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { UserSummary } from "~/contract/accounts";
import { dropCachedFeed } from "~/features/feed/feed-store";
import { BlockDialog } from "~/features/safety/block-dialog";
import { ReportDialog } from "~/features/safety/report-dialog";
import { IconButton } from "~/ui/icon-button";
import { Menu } from "~/ui/menu";

/** What one can do about another member: report and block. */
export function ProfileMenu({ member }: { member: UserSummary }) {
  const [asking, setAsking] = useState<"block" | "report" | null>(null);
  const navigate = useNavigate();
  const toggle = (dialog: "block" | "report") => (open: boolean) => setAsking(open ? dialog : null);
  return (
    <>
      <Menu
        trigger={<IconButton label={`More about ${member.username}`} icon={<Ellipsis aria-hidden />} />}
        items={[
          [
            { label: "Report", icon: "report", onSelect: () => setAsking("report") },
            { label: "Block", icon: "block", danger: true, onSelect: () => setAsking("block") },
          ],
        ]}
      />
      <ReportDialog
        subject={{ userId: member.id }}
        name={member.username}
        open={asking === "report"}
        onOpenChange={toggle("report")}
      />
      <BlockDialog
        member={member}
        open={asking === "block"}
        onOpenChange={toggle("block")}
        onBlocked={() => {
          dropCachedFeed();
          void navigate("/feed");
        }}
      />
    </>
  );
}
