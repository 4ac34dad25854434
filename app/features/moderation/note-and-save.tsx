import { Trans, useLingui } from "@lingui/react/macro";
import { MODERATION_NOTE_MAX } from "~/contract/limits";
import { Field } from "~/ui/field";
import { IntentButton } from "~/ui/intent-button";

/** The note of a decision or a change in one line, which only moderators read. */
export function NoteLine({ id }: { id?: string }) {
  const { t } = useLingui();
  return (
    <Field
      label={t`Note`}
      name="note"
      id={id}
      optional
      maxLength={MODERATION_NOTE_MAX}
      hint={t`For moderators only.`}
    />
  );
}

/** The end of a form that changes the site: the note and the button. @param intent names the form */
export function NoteAndSave({ intent }: { intent: string }) {
  const { t } = useLingui();
  return (
    <>
      <NoteLine id={`note-${intent}`} />
      <IntentButton intent={intent} className="justify-self-start" busyLabel={t`Storing...`}>
        <Trans context="form">Save</Trans>
      </IntentButton>
    </>
  );
}

/** In place of such a form, for moderators who are no admins. */
export function AdminsOnly() {
  return (
    <p className="mt-3 text-muted text-sm">
      <Trans>Only admins can change this.</Trans>
    </p>
  );
}
