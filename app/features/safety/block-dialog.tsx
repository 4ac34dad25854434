import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { UserSummary } from "~/contract/accounts";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { blockMember } from "./block";

interface Props {
  member: Pick<UserSummary, "id" | "username">;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called once the member is blocked. Their profile and posts are hidden now, so leave pages that show them. */
  onBlocked: () => void;
}

/** Renders the confirmation dialog that blocks a member (docs/product.md#safety). */
export function BlockDialog({ member, open, onOpenChange, onBlocked }: Props) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);

  async function block() {
    if (busy) return;
    setBusy(true);
    const isBlocked = await blockMember(member);
    setBusy(false);
    if (!isBlocked) return;
    onOpenChange(false);
    onBlocked();
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`Block ${{ username: member.username }}?`}
      text={t`You won't see each other's profile and posts, and can't message each other or connect. We won't tell them.`}
      confirmLabel={t({ message: "Block", context: "verb" })}
      busy={busy}
      busyLabel={t`Blocking...`}
      onConfirm={() => void block()}
    />
  );
}
