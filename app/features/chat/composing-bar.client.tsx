import { X } from "lucide-react";
import type { ChatListItem } from "~/contract/chat";
import { IconButton } from "~/ui/icon-button";
import type { Composing } from "./composing";

/** The bar over the field that says which message is answered or edited. A default export, because `lazy` needs one. */
export default function ComposingBar({
  composing: { kind, message },
  other,
  onCancel,
}: {
  composing: Composing;
  /** The other member. */
  other: Pick<ChatListItem, "userId" | "username">;
  onCancel: () => void;
}) {
  const name = message.senderId === other.userId ? other.username : "yourself";
  return (
    <div className="mb-2 flex items-center gap-3 rounded-control bg-wash py-1 ps-3">
      <p role="status" className="min-w-0 flex-1 text-sm">
        <span className="block font-semibold">{kind === "edit" ? "Edit message" : `Reply to ${name}`}</span>
        <span dir="auto" className="block truncate text-muted">
          {message.content}
        </span>
      </p>
      <IconButton
        label={kind === "edit" ? "Cancel edit" : "Cancel reply"}
        icon={<X aria-hidden />}
        onClick={onCancel}
      />
    </div>
  );
}
