import { MODERATION_NOTE_MAX } from "~/contract/limits";
import { TextArea } from "~/ui/field";

/** The field of a decision's note, which only moderators read. */
export function NoteField() {
  return (
    <TextArea
      label="Note"
      name="note"
      optional
      data-key="n"
      limit={MODERATION_NOTE_MAX}
      rows={2}
      hint="For moderators only."
    />
  );
}
