import { useLingui } from "@lingui/react/macro";
import { type ChangeEvent, type FormEvent, useState } from "react";
import { collectionName } from "~/contract/collections";
import { rulesIn } from "~/contract/messages";
import { ApiError } from "~/features/api/client";
import { leavesForLogIn } from "~/features/api/session-end";
import { useBeforeLogIn } from "~/features/session/before-log-in";
import { useInterruptedState } from "~/features/session/drafts";

/**
 * Holds the name of a collection while it is typed.
 * @param of the collection's id, or "new"
 * @param store stores a valid name. The form shows the error with which it rejects, and stays busy when it resolves.
 */
export function useNameForm(initial: string, of: string, store: (name: string) => Promise<void>) {
  const { t, i18n } = useLingui();
  const [interrupted, keep] = useInterruptedState("collection", of);
  const [value, setValue] = useState(interrupted || initial);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  useBeforeLogIn(() => {
    if (value !== initial) keep(value);
  });

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const checked = collectionName.safeParse({ name: value });
    if (!checked.success) return setError(rulesIn(i18n)(checked.error.issues)[0]);
    setBusy(true);
    try {
      await store(checked.data.name);
    } catch (failure) {
      if (leavesForLogIn(failure)) return;
      setError(failure instanceof ApiError ? failure.reason : t`An error occurred. Please try again.`);
      setBusy(false);
    }
  }
  function change(event: ChangeEvent<HTMLInputElement>) {
    setValue(event.currentTarget.value);
    setError(undefined);
  }
  return {
    value,
    errors: error ? [error] : undefined,
    busy,
    change,
    onSubmit: (event: FormEvent) => void submit(event),
  };
}
