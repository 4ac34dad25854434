import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, type RefObject, useRef, useState } from "react";
import type { CommentView } from "~/contract/comments";
import { newId } from "~/contract/ids";
import type { PostView } from "~/contract/posts";
import { closedComments } from "~/contract/texts";
import { isBlank } from "~/contract/visible-text";
import { useDraft } from "~/features/session/drafts";
import { Mentions } from "~/features/text/mentions";
import { submitOnEnter } from "~/ui/submit-on-enter";
import { sendComment, type UnsentComment } from "./comment-actions";

interface Props {
  post: PostView;
  inputRef: RefObject<HTMLTextAreaElement | null>;
}

/** The comment form, or the reason why the viewer cannot comment. */
export function CommentBox({ post, inputRef }: Props) {
  const { t } = useLingui();
  const [text, setText] = useDraft("comment", post.id, inputRef);
  if (post.commenting === "open") return <CommentForm {...{ post, inputRef, text, setText }} />;
  return (
    <p className="border-line border-t pt-3 pb-1 text-muted text-sm">{t(closedComments[post.commenting])}</p>
  );
}

interface FormProps extends Props {
  text: string;
  /** Changes the text: to another one, or by a function of the present one. */
  setText: (next: string | ((text: string) => string)) => void;
  onSent?: (comment: CommentView) => void;
  /** The member to whom it replies. */
  username?: string;
  /** The id of the comment to reply to. */
  parentId?: string;
}

/**
 * Enter sends, Shift+Enter starts a new line. The text stays in the field until the server has stored
 * it.
 */
export function CommentForm({ post, inputRef, text, setText, onSent, username, parentId }: FormProps) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const unsent = useRef<UnsentComment | null>(null);
  const blank = isBlank(text);

  async function send(event: FormEvent) {
    event.preventDefault();
    if (blank || busy) return;
    setBusy(true);
    // A retry of the same text has the same idempotency key.
    const same = unsent.current?.text === text.trim() ? unsent.current : null;
    unsent.current = same ?? {
      text: text.trim(),
      clientId: newId(),
      countBefore: post.commentCount,
      parentId,
    };
    const comment = await sendComment(post.id, unsent.current);
    setBusy(false);
    if (!comment) return;
    unsent.current = null;
    // The member may have gone on typing meanwhile.
    setText((current) => (current.startsWith(text) ? current.slice(text.length) : current));
    onSent?.(comment);
  }
  return (
    <form onSubmit={send} className="flex items-end gap-2 border-line border-t pt-1">
      <textarea
        ref={inputRef}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={submitOnEnter}
        rows={1}
        dir="auto"
        enterKeyHint="send"
        aria-label={username ? t`Reply to ${username}` : t`Add a comment`}
        placeholder={username ? t`Reply to ${username}…` : t`Add a comment…`}
        className="-ms-2.5 field-sizing-content max-h-32 min-h-11 w-full min-w-0 flex-1 resize-none rounded-sm bg-transparent p-2.5 leading-normal placeholder:text-muted"
      />
      <Mentions field={inputRef} />
      <button
        type="submit"
        disabled={blank}
        aria-disabled={busy || undefined}
        className="min-h-11 rounded-control px-2 font-semibold text-ember-strong disabled:text-muted"
      >
        <Trans context="verb" comment="Button that sends a comment">
          Post
        </Trans>
      </button>
    </form>
  );
}
