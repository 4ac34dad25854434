import { useLingui } from "@lingui/react/macro";
import { useStore } from "@nanostores/react";
import { Paperclip, SendHorizontal } from "lucide-react";
import { type FormEvent, type RefObject, Suspense, useEffect, useId, useRef, useState } from "react";
import type { ChatListItem, MessageView } from "~/contract/chat";
import { MESSAGE_MAX, MESSAGE_TOO_LONG, QUOTE_MAX } from "~/contract/limits";
import { lengthOf } from "~/contract/text-length";
import { cleanText } from "~/contract/visible-text";
import { useBeforeLogIn } from "~/features/session/before-log-in";
import { useDraft } from "~/features/session/drafts";
import { link } from "~/realtime/link";
import { controlLook } from "~/ui/control-look";
import { DropHint } from "~/ui/drop-hint";
import { IconButton } from "~/ui/icon-button";
import { lazyPart } from "~/ui/lazy-part";
import { Menu } from "~/ui/menu";
import { retryImport } from "~/ui/retry-import";
import { submitOnEnter } from "~/ui/submit-on-enter";
import { showToast } from "~/ui/toast-store";
import { useSubmitOnceReady } from "~/ui/use-submit-once-ready";
import { useDroppedFiles, usePastedFiles } from "~/ui/use-taken-files";
import { $composing } from "./composing";
import { changeMessage } from "./pending-changes";
import { changeItem, changeTray, type TrayItem, trayKey, useTray } from "./trays";
import { enqueueMessage } from "./waiting-messages";
import type { OutboxItem } from "./waiting-store";

const ComposingBar = lazyPart(() => import("./composing-bar.client"));
const load = () => import("./attachment-tray.client");
const AttachmentTray = lazyPart(load);
const loadAdding = retryImport(() => import("./add-to-tray.client"));

/** At most one `typing` frame per this interval. */
const TYPING_INTERVAL_MS = 2500;
const FILE_TYPES = "image/*,.pdf,.txt,.doc,.docx,application/pdf,text/plain";

interface Props {
  chat: ChatListItem;
  viewerId: string;
  inputRef: RefObject<HTMLTextAreaElement | null>;
}

/**
 * The message form: Enter sends, Shift+Enter starts a new line. Up to ten pictures or another file can be chosen, pasted or dropped; they wait
 * in a tray. The text is then the caption of the selected picture, at first of the first one.
 */
export function MessageBox({ chat, viewerId, inputRef }: Props) {
  const { t } = useLingui();
  const { userId, username } = chat;
  const [draft, setDraft] = useDraft("chat", userId, inputRef);
  const composing = useStore($composing, { keys: [userId], ssr: "initial" })[userId];
  const edited = composing?.kind === "edit" ? composing.message : null;
  const [editText, setEditText] = useEditText(edited);
  const key = trayKey(viewerId, userId);
  const tray = useTray(key);
  const number = tray.selected + 1;
  const items = edited ? [] : tray.items;
  const captioned = tray.selected > 0 ? items[tray.selected] : undefined;
  const [text, setText] = edited
    ? [editText, setEditText]
    : captioned
      ? [captioned.caption, (caption: string) => changeItem(key, captioned.id, { caption })]
      : [draft, setDraft];
  const formId = useId();
  const preparing = items.filter(({ isReady }) => !isReady).length;
  const earlyPress = useSubmitOnceReady(formId, preparing, items.length);
  const chooser = useRef<HTMLInputElement>(null);
  const typingSentAt = useRef(0);

  function type(next: string) {
    setText(next);
    if (!next || edited || Date.now() - typingSentAt.current < TYPING_INTERVAL_MS) return;
    typingSentAt.current = Date.now();
    link.send({ type: "typing", payload: { receiverId: userId, isTyping: true } });
  }

  // The tray is needed without a network too.
  useEffect(() => void Promise.all([load(), loadAdding()]).catch(() => undefined), []);

  function send(event: FormEvent) {
    event.preventDefault();
    const parts =
      items.length > 0 ? partsOf(items, draft) : [{ content: cleanText(text).trim(), item: null }];
    const [first] = parts;
    if (!first || !(first.content || first.item)) return;
    if (preparing > 0) return earlyPress.keep();
    const tooLong = parts.find(({ content }) => lengthOf(content) > MESSAGE_MAX);
    if (tooLong) {
      if (tooLong.item) changeTray(key, { selectedId: tooLong.item.id });
      return showToast({ kind: "danger", title: t`Message too long`, text: t(MESSAGE_TOO_LONG) });
    }
    if (edited) {
      if (first.content !== edited.content) changeMessage(edited.id, "text", first.content);
      return finish();
    }
    if (link.state !== "open") {
      // The outbox stores the message and sends it when the link opens (docs/product.md#offline).
      showToast({ kind: "danger", title: t`Connection error`, text: t`Not connected to chat server` });
    }
    for (const part of parts) {
      void enqueueMessage(viewerId, userId, part.content, {
        attachment: part.item ? attachmentOf(part.item) : undefined,
        replyTo: part === first ? replyTo(composing?.message) : undefined,
      });
    }
    setDraft("");
    changeTray(key, { items: [], selectedId: null });
    finish();
    typingSentAt.current = 0;
    link.send({ type: "typing", payload: { receiverId: userId, isTyping: false } });
  }

  /** Ends the reply or the edit. The draft of a new message stays. */
  function finish() {
    $composing.setKey(userId, undefined);
  }

  /** Makes the text of an edit that cannot be sent that of a new message, unless there is one. */
  function keepEdit() {
    if (edited && text !== edited.content && !draft) setDraft(text);
  }
  useBeforeLogIn(keepEdit);

  /** Ends the reply to, or the edit of, a message that was deleted. */
  function endDeleted() {
    keepEdit();
    finish();
  }

  function addFiles(files: File[]) {
    loadAdding().then(
      ({ addToTray }) => addToTray(key, files),
      () => showToast({ kind: "danger", title: t`Connection error`, text: t`An error occurred` }),
    );
  }

  const isOver = useDroppedFiles(addFiles);
  usePastedFiles(addFiles);

  return (
    <form id={formId} onSubmit={send} className="border-line border-t p-3 cramped:py-1">
      {isOver && <DropHint text={t`Drop your photo or file`} />}
      {composing && (
        <Suspense>
          <ComposingBar composing={composing} other={chat} onCancel={finish} onDeleted={endDeleted} />
        </Suspense>
      )}
      {items.length > 0 && (
        <Suspense>
          <AttachmentTray
            viewerId={viewerId}
            userId={userId}
            focusCaption={() => inputRef.current?.focus()}
          />
        </Suspense>
      )}
      <input
        ref={chooser}
        type="file"
        multiple
        accept={FILE_TYPES}
        aria-label={t`Attach a file`}
        // In the page's layout, so that a file can be given to it; the menu opens it.
        className="sr-only"
        tabIndex={-1}
        aria-hidden
        onChange={(event) => {
          addFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = "";
        }}
      />
      <div className="flex items-end gap-1">
        <Menu
          align="start"
          trigger={<IconButton label={t`Add an attachment`} icon={<Paperclip aria-hidden />} />}
          items={[
            [
              {
                label: t({ message: "Image", comment: "Menu item that attaches pictures or a file" }),
                icon: "image",
                onSelect: () => chooser.current?.click(),
              },
              {
                label: t`Share Post`,
                icon: "share",
                onSelect: () => showToast({ title: t`Post sharing coming soon!` }),
              },
            ],
          ]}
        />
        <textarea
          ref={inputRef}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape" && composing) finish();
            else submitOnEnter(event);
          }}
          rows={1}
          dir="auto"
          enterKeyHint="send"
          aria-label={captioned ? t`Caption of picture ${number}` : t`Message to ${username}`}
          placeholder={captioned ? t`Add a caption...` : t`Message...`}
          className={controlLook(
            "field-sizing-content block max-h-32 min-h-11 flex-1 resize-none py-2.5 leading-normal",
          )}
        />
        <IconButton
          type="submit"
          label={t({ message: "Send", context: "verb" })}
          disabled={items.length === 0 ? text.trim() === "" : preparing > 0}
          icon={<SendHorizontal aria-hidden className="rtl:-scale-x-100" />}
        />
      </div>
    </form>
  );
}

/** Returns the text of the message that is being edited, which is not a draft, and a function that changes it. */
function useEditText(message: MessageView | null): [string, (text: string) => void] {
  const [edit, setEdit] = useState({ id: "", text: "" });
  if (message && edit.id !== message.id) setEdit({ id: message.id, text: message.content });
  if (!message && edit.id !== "") setEdit({ id: "", text: "" });
  return [edit.text, (text) => setEdit(({ id }) => ({ id, text }))];
}

/** Returns what a reply quotes until the server answers. */
function replyTo(message: MessageView | undefined): MessageView["replyTo"] {
  if (!message) return undefined;
  const { id, senderId, content } = message;
  return { id, original: { senderId, content: content.slice(0, QUOTE_MAX) } };
}

/** Returns the messages that a tray becomes, one for each file. */
function partsOf(items: readonly TrayItem[], draft: string): { content: string; item: TrayItem | null }[] {
  return items.map((item, index) => ({
    content: cleanText(index === 0 ? draft : item.caption).trim(),
    item,
  }));
}

function attachmentOf({ name, file, width, height }: TrayItem): OutboxItem["attachment"] {
  return { name, type: file.type, data: file, width, height };
}
