import { type DefaultValue, parse, type Submission, type SubmissionResult, useForm } from "@conform-to/react";
import { type FormEvent, useCallback, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** Validates a form by the server's schema. */
export type FormCheck<Fields> = (form: FormData) => Submission<Fields, string[], unknown>;

type Submit = (
  event: FormEvent<HTMLFormElement>,
  submitted: { formData: FormData; submission?: Submission<unknown, string[], unknown> },
) => void;

interface Options<Fields> {
  /** Loads the check. The same function at each rendering; another one loads another check. */
  load: () => Promise<FormCheck<Fields>>;
  lastResult: SubmissionResult<string[]> | undefined;
  defaultValue?: DefaultValue<Fields>;
  onSubmit?: Submit;
}

/**
 * Returns conform's form and fields, and whether a submission waits for the check. A field is validated on blur, and
 * all on submission. The code of the check (28 KB with gzip, most of it zod) is loaded when the form first has the
 * focus: a submission waits for it. When it cannot be loaded, the server alone validates.
 */
export function useCheckedForm<Fields extends Record<string, unknown>>({
  load,
  onSubmit,
  ...options
}: Options<Fields>) {
  const id = useId();
  const [check, setCheck] = useState<FormCheck<Fields>>();
  const [isWaiting, setWaiting] = useState(false);
  const hasFailed = useRef(false);
  const source = useRef<typeof load>(undefined);
  const loadCheck = useCallback(async () => {
    if (source.current === load) return;
    const loaded = await load().catch(() => undefined);
    hasFailed.current = !loaded;
    if (!loaded) return;
    source.current = load;
    flushSync(() => setCheck(() => loaded));
  }, [load]);

  const submit: Submit = (event, submitted) => {
    if (check || hasFailed.current) return onSubmit?.(event, submitted);
    event.preventDefault();
    const { currentTarget: form, nativeEvent } = event;
    const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
    setWaiting(true);
    // In a task of its own: a form ignores a submission during its own event (HTML, "form submission algorithm").
    void loadCheck().then(() =>
      setTimeout(() => {
        setWaiting(false);
        if (form.isConnected) form.requestSubmit(submitter);
      }),
    );
  };
  const [form, fields] = useForm<Fields, unknown>({
    ...options,
    id,
    onValidate: ({ formData }) => check?.(formData) ?? acceptAll(formData),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    onSubmit: submit,
  });
  const left = useFieldsLeft(id, loadCheck);
  // biome-ignore lint/correctness/useExhaustiveDependencies: validates fields left before the check was loaded.
  useEffect(() => {
    if (!check) return;
    for (const name of left) form.validate({ name });
    left.clear();
  }, [check]);
  return [form, fields, isWaiting] as const;
}

/** Returns the names of a form's fields that have lost the focus, and calls `onEnter` each time that one gets it. */
function useFieldsLeft(formId: string, onEnter: () => Promise<void>): Set<string> {
  const [left] = useState(() => new Set<string>());
  useEffect(() => {
    // A field with the name "id" hides the property of the form.
    const isInside = (target: EventTarget | null) =>
      target instanceof Element && target.closest("form")?.getAttribute("id") === formId;
    function enter({ target }: Pick<Event, "target">) {
      if (isInside(target)) void onEnter();
    }
    function leave({ target }: Event) {
      const isField =
        target instanceof Element && target.matches("input[name], textarea[name], select[name]");
      if (isField && isInside(target)) left.add(target.getAttribute("name") ?? "");
    }
    // A field may have had the focus before the page was hydrated.
    enter({ target: document.activeElement });
    document.addEventListener("focusin", enter);
    document.addEventListener("focusout", leave);
    return () => {
      document.removeEventListener("focusin", enter);
      document.removeEventListener("focusout", leave);
    };
  }, [formId, onEnter, left]);
  return left;
}

/** Accepts every value. Without a result, conform would send its own intents, such as a field update, to the server. */
function acceptAll(form: FormData): Submission<unknown, string[]> {
  return parse<unknown, string[]>(form, { resolve: (value) => ({ value }) });
}
