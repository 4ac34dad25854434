import type { SubmissionResult } from "@conform-to/react";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useEffect, useRef } from "react";
import { useActionData, useFetcher } from "react-router";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";

/** The reply of `choiceAction`; `result` for a choice that was refused. */
interface Reply {
  saved?: string;
  result?: SubmissionResult<string[]>;
}

interface Props {
  /** Names the action. */
  intent: string;
  /** Called when a choice is sent. */
  onSave?: () => void;
  /** The place of "Saved" in the form. */
  savedAt: string;
  children: ReactNode;
}

/**
 * Renders a form that is saved at each change of its uncontrolled controls, and rolled back on failure. Without
 * JavaScript it has a button.
 */
export function Choice({ intent, onSave, savedAt, children }: Props) {
  const { fetcher, form, save, saved, error } = useSavedForm(intent, onSave);
  return (
    // Without `autoComplete` a browser would restore choices of an earlier visit.
    <fetcher.Form
      ref={form}
      method="post"
      autoComplete="off"
      // React also reports the change of a box whose click was prevented, and is taken back.
      onChange={({ nativeEvent }) => nativeEvent.defaultPrevented || save()}
      className="relative"
    >
      <input type="hidden" name="intent" value={intent} />
      {children}
      <p role="status" className={classNames("pointer-events-none absolute text-success text-xs", savedAt)}>
        {saved && (
          <span className="animate-said motion-reduce:animate-none">
            <Trans context="setting" comment="Shown for a moment after a setting has been saved">
              Saved
            </Trans>
          </span>
        )}
      </p>
      {error && (
        <p role="alert" className="mt-2 text-danger text-sm">
          {error}
        </p>
      )}
      <noscript>
        <Button type="submit" variant="quiet" size="small" className="mt-3">
          <Trans context="form">Save</Trans>
        </Button>
      </noscript>
    </fetcher.Form>
  );
}

/** Returns the form and what saves it, and the outcome of the latest save; none while one is in flight. */
function useSavedForm(intent: string, onSave: Props["onSave"]) {
  const fetcher = useFetcher<Reply>();
  const sent = useActionData<Reply>();
  const form = useRef<HTMLFormElement>(null);
  const isWaiting = useRef(false);
  const isBusy = fetcher.state !== "idle";
  const { saved, error } = outcomeOf(fetcher.data ?? sent, intent);

  function save() {
    onSave?.();
    // One request at a time: the server could handle two in the other order.
    isWaiting.current = isBusy;
    if (!isBusy) void fetcher.submit(form.current);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a choice made before the page was hydrated.
  useEffect(() => {
    const inputs = form.current?.querySelectorAll("input") ?? [];
    if ([...inputs].some(({ checked, defaultChecked }) => checked !== defaultChecked)) save();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each reply, also when two have the same error.
  useEffect(() => {
    if (isBusy) return;
    if (!isWaiting.current) {
      if (error) form.current?.reset();
      return;
    }
    // Deferred: React can run effects during a click, while a box whose click will be prevented is briefly changed.
    const timer = setTimeout(save);
    return () => clearTimeout(timer);
  }, [isBusy, fetcher.data]);
  return { fetcher, form, save, ...(!isBusy && { saved, error }) };
}

function outcomeOf({ saved, result }: Reply = {}, intent: string) {
  const isRefused = result?.initialValue?.intent === intent;
  const error = isRefused ? Object.values(result.error ?? {}).flatMap((texts) => texts ?? [])[0] : undefined;
  return { saved: saved === intent, error };
}
