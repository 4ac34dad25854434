import { useLingui } from "@lingui/react/macro";
import { MODERATION_NOTE_MAX } from "~/contract/limits";
import { TextArea } from "~/ui/field";

/** The field of a decision's note, which only moderators read. */
export function NoteField() {
  const { t } = useLingui();
  return (
    <TextArea
      label={t`Note`}
      name="note"
      optional
      aria-keyshortcuts="n"
      limit={MODERATION_NOTE_MAX}
      rows={2}
      hint={t`For moderators only.`}
    />
  );
}
