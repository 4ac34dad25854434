import { Trans, useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { COLLECTION_NAME_MAX } from "~/contract/limits";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { Field } from "~/ui/field";
import { useNameForm } from "./use-name-form";

interface Props {
  /** The collection's id, or "new". */
  of: string;
  title: string;
  submitLabel: string;
  initial?: string;
  /** Stores the name. The dialog shows the error with which it rejects, and closes when it resolves. */
  onSubmit: (name: string) => Promise<void>;
  onClose: () => void;
}

/** A dialog that asks for the name of a collection. A default export, because `lazy` needs one. */
export default function NameDialog({ of, title, submitLabel, initial = "", onSubmit, onClose }: Props) {
  const { t } = useLingui();
  const form = useId();
  const {
    value,
    errors,
    busy,
    change,
    onSubmit: submit,
  } = useNameForm(initial, of, async (name) => {
    await onSubmit(name);
    onClose();
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={form} busy={busy} busyLabel={t`Saving...`}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <Field
          label={t({ message: "Name", comment: "Of a collection of saved posts" })}
          autoComplete="off"
          autoCapitalize="sentences"
          value={value}
          error={errors}
          limit={COLLECTION_NAME_MAX}
          onChange={change}
        />
      </form>
    </Dialog>
  );
}
