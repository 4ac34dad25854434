import { t } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import type { ChatListItem, MessageView } from "~/contract/chat";
import { MESSAGE_EDIT_MINUTES } from "~/contract/limits";
import { api } from "~/features/api/client";
import { showFailure } from "~/features/api/session-end";
import { ReportDialog } from "~/features/safety/report-dialog";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { lazyPart } from "~/ui/lazy-part";
import { Menu, type MenuItem } from "~/ui/menu";
import type { Trigger } from "~/ui/on-demand";
import { showBrief, showError } from "~/ui/toast-store";
import { $composing, type Composing } from "./composing";
import { changeMessage } from "./pending-changes";
import ReactionDialog from "./reaction-dialog.client";
import { ownReaction, toggleReaction } from "./reactions";

const ForwardDialog = lazyPart(() => import("./forward-dialog.client"));

/** The reactions that the menu offers beside "Other reaction". */
const QUICK_REACTIONS = ["❤️", "😂", "😮", "😢", "🙏", "👍"];

export interface MessageMenuProps {
  trigger: Trigger;
  message: MessageView;
  viewerId: string;
  /** The other member. */
  other: Pick<ChatListItem, "userId" | "username">;
  /** Text that can be copied; empty for an attachment alone. */
  text: string;
  /** Reply or Edit was chosen; the caller moves the focus. */
  onCompose: () => void;
}

type DialogName = "react" | "forward" | "delete" | "report";

/** A message's menu, open from its first render, with its dialogs. A default export, as `lazy` needs it. */
export default function MessageMenu(props: MessageMenuProps) {
  const { trigger, message, viewerId, other, text, onCompose } = props;
  const { t } = useLingui();
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const isOwn = message.senderId === viewerId;
  const isEditable = isOwn && !message.attachment && !message.isForwarded && isRecent(message);
  const reaction = ownReaction(message, viewerId);
  const compose = (kind: Composing["kind"]) => () => {
    $composing.setKey(other.userId, { kind, message });
    onCompose();
  };
  const copyItem: MenuItem = { label: t`Copy text`, icon: "copy", onSelect: () => void copyText(text) };
  const editItem: MenuItem = { label: t`Edit message`, icon: "edit", onSelect: compose("edit") };
  return (
    <>
      <Menu
        openNow
        trigger={trigger}
        choices={{
          label: t({ message: "React", context: "verb", comment: "To add an emoji to a message" }),
          options: QUICK_REACTIONS.map((emoji) => ({
            label: emoji,
            isChosen: emoji === reaction,
            onSelect: () => toggleReaction(message, viewerId, emoji),
          })),
        }}
        items={[
          [
            { label: t`Other reaction`, icon: "react", onSelect: () => setDialog("react") },
            { label: t({ message: "Reply", context: "verb" }), icon: "reply", onSelect: compose("reply") },
            {
              label: t({ message: "Forward", context: "verb" }),
              icon: "forward",
              onSelect: () => setDialog("forward"),
            },
            ...(text ? [copyItem] : []),
            ...(isEditable ? [editItem] : []),
          ],
          [
            isOwn
              ? {
                  label: t`Delete message`,
                  icon: "delete",
                  danger: true,
                  onSelect: () => setDialog("delete"),
                }
              : { label: t`Report message`, icon: "report", onSelect: () => setDialog("report") },
          ],
        ]}
      />
      <MessageDialogs {...{ dialog, message, viewerId, other }} onClose={() => setDialog(null)} />
    </>
  );
}

interface MessageDialogsProps extends Pick<MessageMenuProps, "message" | "viewerId" | "other"> {
  dialog: DialogName | null;
  onClose: () => void;
}

function MessageDialogs({ dialog, message, viewerId, other, onClose }: MessageDialogsProps) {
  const { t } = useLingui();
  return (
    <>
      {dialog === "react" && (
        <ReactionDialog
          onChoose={(emoji) => changeMessage(message.id, "reaction", emoji)}
          onClose={onClose}
        />
      )}
      {dialog === "forward" && (
        <Suspense>
          <ForwardDialog message={message} viewerId={viewerId} onClose={onClose} />
        </Suspense>
      )}
      {dialog === "report" && (
        <ReportDialog
          subject={{ messageId: message.id }}
          member={{ id: other.userId, username: other.username }}
          open
          onOpenChange={onClose}
        />
      )}
      <ConfirmDialog
        open={dialog === "delete"}
        onOpenChange={onClose}
        title={t`Delete this message?`}
        text={t`It is deleted for both of you.`}
        confirmLabel={t`Delete`}
        onConfirm={() => {
          onClose();
          void deleteMessage(message.id);
        }}
      />
    </>
  );
}

/** Returns whether a message may still be edited, as far as this device's clock is right. */
const isRecent = ({ createdAt }: MessageView) =>
  Date.now() - Date.parse(createdAt) < MESSAGE_EDIT_MINUTES * 60_000;

async function deleteMessage(messageId: string): Promise<void> {
  await api("DELETE /api/chat/message/{messageId}", { params: { messageId } }).catch((error: unknown) =>
    showFailure(error, t`Failed to delete message`),
  );
}

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showBrief(t`Message copied`);
  } catch {
    showError(t`Failed to copy message`);
  }
}
