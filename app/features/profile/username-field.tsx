import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import type { UsernameCheck } from "~/contract/accounts";
import { USERNAME_MIN } from "~/contract/limits";
import { api } from "~/features/api/client";
import { inPageLanguage } from "~/features/api/page-language";
import { Field, type FieldProps } from "~/ui/field";

/** Debounce of the availability check, in milliseconds. */
const DEBOUNCE_MS = 300;

/** The username field. Checks the availability of a changed username after a pause in typing. */
export function UsernameField({ current, error, ...props }: Omit<FieldProps, "label"> & { current: string }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(current);
  const check = useAvailability(typed, current);
  const takenMessage = check && !check.available ? check.message : undefined;
  return (
    <>
      <Field
        label={t`Username`}
        {...props}
        error={error?.length ? error : takenMessage}
        hint={
          check?.available ? (
            <span className="text-success">{check.message}</span>
          ) : (
            t`Letters, numbers, underscores and dots`
          )
        }
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <p role="status" className="sr-only">
        {check?.message}
      </p>
    </>
  );
}

/**
 * Returns the availability of the typed username; null for the current one, one that is too short, or before the reply.
 */
function useAvailability(typed: string, current: string): UsernameCheck | null {
  const [result, setResult] = useState<{ typed: string; check: UsernameCheck } | null>(null);
  const isChecked = typed.length >= USERNAME_MIN && typed.toLowerCase() !== current.toLowerCase();
  useEffect(() => {
    if (!isChecked) return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const check = await api("GET /api/users/username/{username}", {
          params: { username: typed },
          signal: controller.signal,
        });
        setResult({ typed, check: await inPageLanguage(check) });
      } catch {
        // Saving checks the username again, and shows the error.
      }
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [typed, isChecked]);
  return isChecked && result?.typed === typed ? result.check : null;
}
