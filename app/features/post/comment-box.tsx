import { type FormEvent, type KeyboardEvent, type RefObject, useRef, useState } from "react";
import { newId } from "~/contract/ids";
import type { CommentView, PostView } from "~/contract/posts";
import { sendComment, type WrittenComment } from "./post-actions";

interface Props {
  post: PostView;
  inputRef: RefObject<HTMLTextAreaElement | null>;
  onSent?: (comment: CommentView) => void;
}

/** Enter sends, Shift+Enter breaks the line. What was typed stays until it is stored. */
export function CommentBox({ post, inputRef, onSent }: Props) {
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const written = useRef<WrittenComment | null>(null);
  const blank = text.trim() === "";

  async function send(event: FormEvent) {
    event.preventDefault();
    if (blank || busy) return;
    setBusy(true);
    // Sent again as it is, for want of an answer, it is the same comment.
    const same = written.current?.text === text.trim() ? written.current : null;
    written.current = same ?? { text: text.trim(), clientId: newId(), countBefore: post.commentCount };
    const comment = await sendComment(post.id, written.current);
    setBusy(false);
    if (!comment) return;
    written.current = null;
    setText("");
    onSent?.(comment);
  }
  function key(event: KeyboardEvent<HTMLTextAreaElement>) {
    // While a character is being composed, Enter chooses it.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  }
  return (
    <form onSubmit={send} className="flex items-end gap-2 border-line border-t pt-1">
      <textarea
        ref={inputRef}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={key}
        rows={1}
        enterKeyHint="send"
        aria-label="Add a comment"
        placeholder="Add a comment…"
        className="field-sizing-content max-h-32 min-h-11 min-w-0 flex-1 resize-none rounded-sm bg-transparent py-2.5 leading-normal placeholder:text-muted"
      />
      <button
        type="submit"
        disabled={blank}
        aria-disabled={busy || undefined}
        className="min-h-11 rounded-control px-2 font-semibold text-ember-strong disabled:text-muted"
      >
        Post
      </button>
    </form>
  );
}
