import { useStore } from "@nanostores/react";
import { Paperclip, SendHorizontal, X } from "lucide-react";
import {
  type ClipboardEvent,
  type FormEvent,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";
import type { ChatListItem, MessageView } from "~/contract/chat";
import { ATTACHMENT_MAX_BYTES, lengthOf, MESSAGE_MAX, MESSAGE_TOO_LONG, QUOTE_MAX } from "~/contract/limits";
import { ATTACHMENT_TOO_LARGE } from "~/contract/texts";
import { cleanText } from "~/contract/visible-text";
import { link } from "~/realtime/link";
import { controlLook } from "~/ui/control-look";
import { IconButton } from "~/ui/icon-button";
import { lazyPart } from "~/ui/lazy-part";
import { Menu } from "~/ui/menu";
import { submitOnEnter } from "~/ui/submit-on-enter";
import { showToast } from "~/ui/toast-store";
import { $composing } from "./composing";
import { useDraft } from "./drafts";
import { enqueueMessage } from "./live-outbox";
import { changeMessage } from "./pending-changes";

const ComposingBar = lazyPart(() => import("./composing-bar.client"));

/** At most one `typing` frame per this interval. */
const TYPING_INTERVAL_MS = 2500;
const FILE_TYPES = "image/*,.pdf,.txt,.doc,.docx,application/pdf,text/plain";

interface Props {
  chat: ChatListItem;
  viewerId: string;
  inputRef: RefObject<HTMLTextAreaElement | null>;
}

/**
 * The message form: Enter sends, Shift+Enter starts a new line. A file can be chosen, pasted or dropped, and has a
 * preview.
 */
export function MessageBox({ chat, viewerId, inputRef }: Props) {
  const { userId, username } = chat;
  const [draft, setDraft] = useDraft(viewerId, userId);
  const composing = useStore($composing, { keys: [userId], ssr: "initial" })[userId];
  const edited = composing?.kind === "edit" ? composing.message : null;
  const [editText, setEditText] = useEditText(edited);
  const [text, setText] = edited ? [editText, setEditText] : [draft, setDraft];
  const [file, setFile] = useState<File | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const typingSentAt = useRef(0);

  function type(next: string) {
    setText(next);
    if (next === "" || edited || Date.now() - typingSentAt.current < TYPING_INTERVAL_MS) return;
    typingSentAt.current = Date.now();
    link.send({ type: "typing", payload: { receiverId: userId, isTyping: true } });
  }

  // Text that was typed before hydration is a draft too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for the text in the document.
  useEffect(() => {
    if (inputRef.current?.value && inputRef.current.value !== text) setText(inputRef.current.value);
  }, []);

  function choose(chosen: File | undefined) {
    if (!chosen) return;
    if (chosen.size > ATTACHMENT_MAX_BYTES) {
      return showToast({
        kind: "danger",
        title: "File too large",
        text: ATTACHMENT_TOO_LARGE,
      });
    }
    setFile(chosen);
  }

  function send(event: FormEvent) {
    event.preventDefault();
    const content = cleanText(text).trim();
    if (content === "" && (!file || edited)) return;
    if (lengthOf(content) > MESSAGE_MAX) {
      return showToast({ kind: "danger", title: "Message too long", text: MESSAGE_TOO_LONG });
    }
    if (edited) {
      if (content !== edited.content) changeMessage(edited.id, "text", content);
      return finish();
    }
    if (link.state !== "open") {
      // The outbox stores the message and sends it when the link opens (docs/product.md#offline).
      showToast({ kind: "danger", title: "Connection error", text: "Not connected to chat server" });
    }
    const attachment = file ? { name: file.name, type: file.type, data: file } : undefined;
    void enqueueMessage(viewerId, userId, content, { attachment, replyTo: replyTo(composing?.message) });
    type("");
    setFile(null);
    finish();
    typingSentAt.current = 0;
    link.send({ type: "typing", payload: { receiverId: userId, isTyping: false } });
  }

  /** Ends the reply or the edit. The draft of a new message stays. */
  function finish() {
    if (composing) $composing.setKey(userId, undefined);
  }

  function paste(event: ClipboardEvent) {
    const [pasted] = event.clipboardData.files;
    if (!pasted) return;
    event.preventDefault();
    choose(pasted);
  }

  return (
    <form
      onSubmit={send}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        choose(event.dataTransfer.files[0]);
      }}
      className="border-line border-t p-3"
    >
      {composing && (
        <Suspense>
          <ComposingBar composing={composing} other={chat} onCancel={finish} />
        </Suspense>
      )}
      {file && !edited && <Preview file={file} onRemove={() => setFile(null)} />}
      <input
        ref={chooser}
        type="file"
        accept={FILE_TYPES}
        aria-label="Attach a file"
        hidden
        onChange={(event) => {
          choose(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
      <div className="flex items-end gap-1">
        <Menu
          align="start"
          trigger={<IconButton label="Add an attachment" icon={<Paperclip aria-hidden />} />}
          items={[
            [
              { label: "Image", icon: "image", onSelect: () => chooser.current?.click() },
              {
                label: "Share Post",
                icon: "share",
                onSelect: () => showToast({ title: "Post sharing coming soon!" }),
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
          onPaste={paste}
          rows={1}
          dir="auto"
          enterKeyHint="send"
          aria-label={`Message to ${username}`}
          placeholder="Message..."
          className={controlLook(
            "field-sizing-content block max-h-32 min-h-11 flex-1 resize-none py-2.5 leading-normal",
          )}
        />
        <IconButton
          type="submit"
          label="Send"
          disabled={text.trim() === "" && (!file || edited !== null)}
          icon={<SendHorizontal aria-hidden />}
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

function Preview({ file, onRemove }: { file: File; onRemove: () => void }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file.type.startsWith("image/")) return setUrl(null);
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  return (
    <div data-unsaved className="mb-2 flex items-center gap-3 rounded-control bg-wash p-2">
      {url && <img src={url} alt="" className="size-14 rounded-sm object-cover" />}
      <span dir="auto" className="min-w-0 flex-1 truncate text-sm">
        {file.name}
      </span>
      <IconButton label="Remove attachment" icon={<X aria-hidden />} onClick={onRemove} />
    </div>
  );
}
