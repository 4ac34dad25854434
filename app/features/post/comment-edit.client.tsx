import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { COMMENT_MAX } from "~/contract/limits";
import { isBlank } from "~/contract/visible-text";
import { Mentions } from "~/features/text/mentions";
import { Button } from "~/ui/button";
import { submitOnEnter } from "~/ui/submit-on-enter";

interface Props {
  text: string;
  /** Resolves to whether it was stored. */
  onSave: (text: string) => Promise<boolean>;
  onClose: () => void;
}

/** The form that edits a comment in its place: Enter saves, Shift+Enter starts a new line, Escape closes it. A default export, because `lazy` needs one. */
export default function CommentEdit({ text: initial, onSave, onClose }: Props) {
  const [text, setText] = useState(initial);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(initial.length, initial.length);
  }, [initial]);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (busy || isBlank(text)) return;
    setBusy(true);
    const isSaved = text.trim() === initial || (await onSave(text.trim()));
    setBusy(false);
    if (isSaved) onClose();
  }
  function closeOnEscape({ key, nativeEvent }: KeyboardEvent) {
    if (key === "Escape" && !nativeEvent.isComposing) onClose();
  }
  return (
    <form onSubmit={save} onKeyDown={closeOnEscape} className="grid gap-2 pb-2">
      <textarea
        ref={field}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={submitOnEnter}
        rows={1}
        maxLength={COMMENT_MAX}
        dir="auto"
        enterKeyHint="done"
        aria-label="Edit comment"
        className="field-sizing-content max-h-48 min-h-11 w-full resize-none rounded-control border border-line bg-transparent p-2.5 leading-normal"
      />
      <Mentions field={field} />
      <div className="flex gap-2">
        <Button type="submit" size="small" busy={busy} busyLabel="Saving..." disabled={isBlank(text)}>
          Save
        </Button>
        <Button look="quiet" size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
