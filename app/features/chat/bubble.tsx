import { FileText, Trash2 } from "lucide-react";
import { useState } from "react";
import type { MessageView } from "~/contract/chat";
import { ATTACHMENT_ONLY_TEXT } from "~/contract/limits";
import { sendJson } from "~/features/api/json";
import { classNames } from "~/ui/class-names";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { showToast } from "~/ui/toast-store";
import { outbox } from "./live-outbox";
import { isEmojiOnly, MessageText } from "./message-text";
import type { OutboxItem } from "./outbox";

interface BubbleProps {
  isOwn: boolean;
  content: string;
  attachment?: MessageView["attachment"];
  /** A file on its way. */
  file?: { name: string; size: number };
}

function Bubble({ isOwn, content, attachment, file }: BubbleProps) {
  const isImage = attachment?.type.startsWith("image/");
  const words = (attachment || file) && content === ATTACHMENT_ONLY_TEXT ? "" : content;
  return (
    <div
      className={classNames(
        "wrap-anywhere max-w-[78%] overflow-hidden whitespace-pre-wrap rounded-card",
        isEmojiOnly(words) ? "text-4xl" : isOwn ? "bg-ink text-paper" : "bg-wash text-ink",
      )}
    >
      {attachment && isImage && (
        <a href={attachment.url} target="_blank" rel="noopener">
          <img
            src={`${attachment.url}?size=feed`}
            alt={attachment.name}
            width={attachment.width}
            height={attachment.height}
            loading="lazy"
            className="max-h-80 w-auto max-w-full object-contain"
          />
        </a>
      )}
      {attachment && !isImage && (
        <a href={attachment.url} download={attachment.name} className="flex items-center gap-3 px-3.5 py-2.5">
          <FileText aria-hidden className="size-6 shrink-0" />
          <FileWords name={attachment.name} size={attachment.size} />
        </a>
      )}
      {file && (
        <div className="px-3.5 py-2.5">
          <FileWords {...file} />
        </div>
      )}
      {words && (
        <p className="px-3.5 py-2">
          <MessageText text={words} />
        </p>
      )}
    </div>
  );
}

function FileWords({ name, size }: { name: string; size: number }) {
  const text = size < 1024 * 1024 ? `${Math.ceil(size / 1024)} KB` : `${(size / 1024 / 1024).toFixed(1)} MB`;
  return (
    <span className="min-w-0">
      <span className="block font-semibold">Attachment</span>
      <span className="wrap-anywhere block text-sm">
        {name} · {text}
      </span>
    </span>
  );
}

/** A message that is stored. `showState` says under it whether the other one has read it. */
export function StoredMessage({
  message,
  isOwn,
  showState,
}: {
  message: MessageView;
  isOwn: boolean;
  showState: boolean;
}) {
  const [asking, setAsking] = useState(false);
  async function remove() {
    setAsking(false);
    await sendJson("DELETE", `/api/chat/message/${message.id}`).catch(() =>
      showToast({ kind: "danger", title: "Error", text: "Failed to delete message" }),
    );
  }
  return (
    <li className={classNames("group flex flex-col", isOwn ? "items-end" : "items-start")}>
      <div className={classNames("flex w-full items-center gap-1", isOwn && "justify-end")}>
        {isOwn && (
          <button
            type="button"
            aria-label="Delete message"
            onClick={() => setAsking(true)}
            className="touch inline-flex items-center justify-center rounded-full text-muted opacity-0 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-60"
          >
            <Trash2 aria-hidden className="size-4" />
          </button>
        )}
        <Bubble isOwn={isOwn} content={message.content} attachment={message.attachment} />
      </div>
      {isOwn && showState && <State>{message.isRead ? "Read" : "Sent"}</State>}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete this message?"
        text="It disappears for both of you."
        confirmLabel="Delete"
        onConfirm={() => void remove()}
      />
    </li>
  );
}

/** A message on its way, or one the server will not have. */
export function WaitingMessage({ item }: { item: OutboxItem }) {
  const { clientId, content, attachment, refused } = item;
  return (
    <li className="flex flex-col items-end">
      <Bubble
        isOwn
        content={content}
        file={attachment && { name: attachment.name, size: attachment.data.size }}
      />
      {refused === undefined ? (
        <State>Sending</State>
      ) : (
        <span className="flex items-center gap-2 text-danger text-sm" role="alert">
          Failed: {refused}
          <button
            type="button"
            className="min-h-11 font-semibold underline"
            onClick={() => outbox.retry(clientId)}
          >
            Retry
          </button>
          <button type="button" className="min-h-11 underline" onClick={() => outbox.discard(clientId)}>
            Discard
          </button>
        </span>
      )}
    </li>
  );
}

function State({ children }: { children: string }) {
  return <span className="pt-0.5 text-muted text-xs">{children}</span>;
}
