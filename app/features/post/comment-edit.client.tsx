import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { COMMENT_MAX } from "~/contract/limits";
import { isBlank } from "~/contract/visible-text";
import { useDraft } from "~/features/session/drafts";
import { Mentions } from "~/features/text/mentions";
import { Button } from "~/ui/button";
import { submitOnEnter } from "~/ui/submit-on-enter";

interface Props {
  /** The comment's id. */
  id: string;
  text: string;
  /** Resolves to whether it was stored. */
  onSave: (text: string) => Promise<boolean>;
  onClose: () => void;
}

/** Edits a comment in its place: Enter saves, Shift+Enter starts a line, Escape closes. Default export for `lazy`. */
export default function CommentEdit({ id, text: initial, onSave, onClose }: Props) {
  const { t } = useLingui();
  const field = useRef<HTMLTextAreaElement>(null);
  const [draft, saveDraft] = useDraft("edit", id, field);
  const [text, setText] = useState(draft || initial);
  const [busy, setBusy] = useState(false);
  function close() {
    saveDraft("");
    onClose();
  }
  useEffect(() => {
    field.current?.focus();
    const { length } = field.current?.value ?? "";
    field.current?.setSelectionRange(length, length);
  }, []);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (busy || isBlank(text)) return;
    setBusy(true);
    const isSaved = text.trim() === initial || (await onSave(text.trim()));
    setBusy(false);
    if (isSaved) close();
  }
  function closeOnEscape({ key, nativeEvent }: KeyboardEvent) {
    if (key === "Escape" && !nativeEvent.isComposing) close();
  }
  return (
    <form onSubmit={save} onKeyDown={closeOnEscape} className="grid gap-2 pb-2">
      <textarea
        ref={field}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          saveDraft(value === initial ? "" : value);
        }}
        onKeyDown={submitOnEnter}
        rows={1}
        maxLength={COMMENT_MAX}
        dir="auto"
        enterKeyHint="done"
        aria-label={t`Edit comment`}
        className="field-sizing-content max-h-48 min-h-11 w-full resize-none rounded-control border border-line bg-transparent p-2.5 leading-normal"
      />
      <Mentions field={field} />
      <div className="flex gap-2">
        <Button type="submit" size="small" busy={busy} busyLabel={t`Saving...`} disabled={isBlank(text)}>
          <Trans comment="Button that stores changes">Save</Trans>
        </Button>
        <Button variant="quiet" size="small" onClick={close}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
