import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import type { ChatListItem } from "~/contract/chat";
import { IconButton } from "~/ui/icon-button";
import { showToast } from "~/ui/toast-store";
import type { Composing } from "./composing";
import { useConversation } from "./conversations";
import { listedText } from "./listed-text";

interface Props {
  composing: Composing;
  /** The other member. */
  other: Pick<ChatListItem, "userId" | "username">;
  onCancel: () => void;
  /** Called when the message was deleted. */
  onDeleted: () => void;
}

/** The bar over the field that says which message is answered or edited. A default export, because `lazy` needs one. */
export default function ComposingBar({ composing: { kind, message }, other, onCancel, onDeleted }: Props) {
  const { t, i18n } = useLingui();
  const isDeleted = useConversation(other.userId).deleted.has(message.id);
  const endDeleted = useEffectEvent(() => {
    onDeleted();
    showToast({
      kind: "danger",
      title: kind === "edit" ? t`Message not edited` : t`Reply ended`,
      text: t`This message was deleted.`,
    });
  });
  useEffect(() => {
    if (isDeleted) endDeleted();
  }, [isDeleted]);
  const { username } = other;
  const reply = message.senderId === other.userId ? t`Reply to ${username}` : t`Reply to yourself`;
  return (
    <div className="mb-2 flex items-center gap-3 rounded-control bg-wash py-1 ps-3">
      <p role="status" className="min-w-0 flex-1 text-sm">
        <span className="block font-semibold">{kind === "edit" ? t`Edit message` : reply}</span>
        <span dir="auto" className="block truncate text-muted">
          {listedText(i18n, message.content)}
        </span>
      </p>
      <IconButton
        label={kind === "edit" ? t`Cancel edit` : t`Cancel reply`}
        icon={<X aria-hidden />}
        onClick={onCancel}
      />
    </div>
  );
}
