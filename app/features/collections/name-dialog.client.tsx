import { type FormEvent, useId, useState } from "react";
import { collectionName } from "~/contract/collections";
import { COLLECTION_NAME_MAX } from "~/contract/limits";
import { ApiError } from "~/features/api/client";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { Field } from "~/ui/field";

/** A dialog that asks for the name of a collection. A default export, because `lazy` needs one. */
export default function NameDialog({
  title,
  submitLabel,
  initial = "",
  onSubmit,
  onClose,
}: {
  title: string;
  submitLabel: string;
  initial?: string;
  /** Stores the name. The dialog shows the error with which it rejects, and closes when it resolves. */
  onSubmit: (name: string) => Promise<void>;
  onClose: () => void;
}) {
  const form = useId();
  const [value, setValue] = useState(initial);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const checked = collectionName.safeParse({ name: value });
    if (!checked.success) return setError(checked.error.issues[0]?.message);
    setBusy(true);
    try {
      await onSubmit(checked.data.name);
      onClose();
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.reason : "An error occurred. Please try again.");
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} busy={busy} busyLabel="Saving...">
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)}>
        <Field
          label="Name"
          autoComplete="off"
          autoCapitalize="sentences"
          value={value}
          error={error ? [error] : undefined}
          limit={COLLECTION_NAME_MAX}
          onChange={(event) => {
            setValue(event.currentTarget.value);
            setError(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
