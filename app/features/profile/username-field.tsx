import { useEffect, useState } from "react";
import type { UsernameCheck } from "~/contract/accounts";
import { USERNAME_MIN } from "~/contract/limits";
import { api } from "~/features/api/client";
import { Field, type FieldProps } from "~/ui/field";

const REST_MS = 300;
const HINT = "Letters, numbers, underscores and dots";

/** A username's field that says, once typing rests, whether the name is free. */
export function UsernameField({ current, error, ...props }: Omit<FieldProps, "label"> & { current: string }) {
  const [typed, setTyped] = useState(current);
  const answer = useAvailability(typed, current);
  const taken = answer && !answer.available ? answer.message : undefined;
  return (
    <>
      <Field
        label="Username"
        {...props}
        error={error?.length ? error : taken}
        hint={answer?.available ? <span className="text-success">{answer.message}</span> : HINT}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <p role="status" className="sr-only">
        {answer?.message}
      </p>
    </>
  );
}

/** What the server says of the name that stands in the field now; null for one's own, a short one, or while asking. */
function useAvailability(typed: string, current: string): UsernameCheck | null {
  const [answer, setAnswer] = useState<{ typed: string; check: UsernameCheck } | null>(null);
  const asks = typed.length >= USERNAME_MIN && typed.toLowerCase() !== current.toLowerCase();
  useEffect(() => {
    if (!asks) return;
    const asking = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const check = await api("GET /api/users/username/{username}", {
          params: { username: typed },
          signal: asking.signal,
        });
        setAnswer({ typed, check });
      } catch {
        // Nothing is said then: saving asks again, and says what is wrong.
      }
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [typed, asks]);
  return asks && answer?.typed === typed ? answer.check : null;
}
