import { useLingui } from "@lingui/react/macro";
import { useStore } from "@nanostores/react";
import { type FormEvent, type RefObject, useId, useRef, useState } from "react";
import type { ChatListItem, MessageView } from "~/contract/chat";
import { MESSAGE_MAX, MESSAGE_TOO_LONG, QUOTE_MAX } from "~/contract/limits";
import { lengthOf } from "~/contract/text-length";
import { cleanText } from "~/contract/visible-text";
import { useBeforeLogIn } from "~/features/session/before-log-in";
import { useDraft } from "~/features/session/drafts";
import { link } from "~/realtime/link";
import { showToast } from "~/ui/toast-store";
import { useSubmitOnceReady } from "~/ui/use-submit-once-ready";
import { $composing, type Composing } from "./composing";
import { changeMessage } from "./pending-changes";
import { changeItem, changeTray, type TrayItem, trayKey, useTray } from "./trays";
import { enqueueMessage } from "./waiting-messages";
import type { OutboxItem } from "./waiting-store";

/** At most one `typing` frame per this interval. */
const TYPING_INTERVAL_MS = 2500;

/** Returns the state of a conversation's message form, and what sends, edits and cancels. */
export function useMessageForm(
  { userId }: ChatListItem,
  viewerId: string,
  inputRef: RefObject<HTMLTextAreaElement | null>,
) {
  const { t } = useLingui();
  const composing = useStore($composing, { keys: [userId], ssr: "initial" })[userId];
  const edited = composing?.kind === "edit" ? composing.message : null;
  const [draft, setDraft] = useDraft("chat", userId, inputRef);
  const key = trayKey(viewerId, userId);
  const { items, captionOf, caption } = useCaption(key, edited !== null);
  const editing = useEditText(edited, setDraft);
  const [text, setText] = edited ? editing.text : (caption ?? [draft, setDraft]);
  const formId = useId();
  const preparing = items.filter(({ isReady }) => !isReady).length;
  const earlyPress = useSubmitOnceReady(formId, preparing, items.length);
  const typing = useTypingFrames(userId);

  /** Ends the reply or the edit. The draft of a new message stays. */
  const finish = () => $composing.setKey(userId, undefined);

  function send(event: FormEvent) {
    event.preventDefault();
    const parts = partsOf(items, items.length > 0 ? draft : text);
    if (!parts.some(({ content, item }) => content || item)) return;
    if (preparing > 0) return earlyPress.keep();
    const tooLong = parts.find(({ content }) => lengthOf(content) > MESSAGE_MAX);
    if (tooLong) {
      if (tooLong.item) changeTray(key, { selectedId: tooLong.item.id });
      return showToast({ kind: "danger", title: t`Message too long`, text: t(MESSAGE_TOO_LONG) });
    }
    if (edited) {
      const content = parts[0]?.content ?? "";
      if (content !== edited.content) changeMessage(edited.id, "text", content);
      return finish();
    }
    if (link.state !== "open") {
      // The outbox stores the message and sends it when the link opens (docs/product.md#offline).
      showToast({ kind: "danger", title: t`Connection error`, text: t`Not connected to chat server` });
    }
    enqueueParts(viewerId, userId, parts, composing);
    setDraft("");
    changeTray(key, { items: [], selectedId: null });
    finish();
    typing.stop();
  }

  /** Ends the reply to, or the edit of, a message that was deleted. */
  function endDeleted() {
    editing.keep();
    finish();
  }

  function type(next: string) {
    setText(next);
    if (next && !edited) typing.start();
  }
  const canSend = items.length === 0 ? text.trim() !== "" : preparing === 0;
  return { formId, text, type, captionOf, items, trayKey: key, composing, canSend, send, finish, endDeleted };
}

/**
 * Returns the tray's files, none while a message is edited; the number of the captioned picture, from 1; and its
 * caption. Number and caption are null when the box has the text of the message itself.
 */
function useCaption(key: string, isEditing: boolean) {
  const tray = useTray(key);
  const items = isEditing ? [] : tray.items;
  const item = tray.selected > 0 ? items[tray.selected] : undefined;
  if (!item) return { items, captionOf: null, caption: null };
  const setCaption = (caption: string) => changeItem(key, item.id, { caption });
  return { items, captionOf: tray.selected + 1, caption: [item.caption, setCaption] as const };
}

/** Returns functions that send `typing` frames: when the viewer types, and when they stop. */
function useTypingFrames(receiverId: string) {
  const sentAt = useRef(0);
  const send = (isTyping: boolean) => link.send({ type: "typing", payload: { receiverId, isTyping } });
  return {
    start() {
      if (Date.now() - sentAt.current < TYPING_INTERVAL_MS) return;
      sentAt.current = Date.now();
      send(true);
    },
    stop() {
      sentAt.current = 0;
      send(false);
    },
  };
}

/**
 * Returns the text of the message being edited, which is not a draft, its setter, and a function for an edit that
 * cannot be sent or is cut off by the session's end: its text becomes the draft, unless there is one.
 */
function useEditText(message: MessageView | null, setDraft: (change: (draft: string) => string) => void) {
  const [edit, setEdit] = useState({ id: "", text: "" });
  if (message && edit.id !== message.id) setEdit({ id: message.id, text: message.content });
  if (!message && edit.id !== "") setEdit({ id: "", text: "" });
  const keep = () => {
    if (message && edit.text !== message.content) setDraft((draft) => draft || edit.text);
  };
  useBeforeLogIn(keep);
  const setText = (text: string) => setEdit(({ id }) => ({ id, text }));
  return { text: [edit.text, setText] as const, keep };
}

/** Returns what a reply quotes until the server answers. */
function replyTo(message: MessageView | undefined): MessageView["replyTo"] {
  if (!message) return undefined;
  const { id, senderId, content } = message;
  return { id, original: { senderId, content: content.slice(0, QUOTE_MAX) } };
}

interface Part {
  content: string;
  item: TrayItem | null;
}

/** Returns the messages of the form: one for each file, or the text alone. @param text the caption of the first file */
function partsOf(items: readonly TrayItem[], text: string): Part[] {
  if (items.length === 0) return [{ content: cleanText(text).trim(), item: null }];
  return items.map((item, index) => ({
    content: cleanText(index === 0 ? text : item.caption).trim(),
    item,
  }));
}

/** Puts the messages into the outbox. The first is the reply to the message that the form answers. */
function enqueueParts(viewerId: string, userId: string, parts: readonly Part[], composing?: Composing): void {
  for (const part of parts) {
    void enqueueMessage(viewerId, userId, part.content, {
      attachment: part.item ? attachmentOf(part.item) : undefined,
      replyTo: part === parts[0] ? replyTo(composing?.message) : undefined,
    });
  }
}

function attachmentOf({ name, file, width, height }: TrayItem): OutboxItem["attachment"] {
  return { name, type: file.type, data: file, width, height };
}
