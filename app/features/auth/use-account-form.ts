import { type DefaultValue, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useEffect } from "react";
import { useNavigation } from "react-router";
import type { z } from "zod";
import { showToast } from "~/ui/toast";

/**
 * Returns the conform form of an account page. The browser validates with the server's schema; an error from the server
 * appears in a toast (docs/product.md#toasts) and in the form.
 * @param failure title of the toast
 */
export function useAccountForm<S extends z.ZodType<Record<string, unknown>, Record<string, unknown>>>(
  schema: S,
  failure: string,
  lastResult: SubmissionResult<string[]> | undefined,
  defaultValue?: DefaultValue<z.input<S>>,
) {
  const navigation = useNavigation();
  const [form, fields] = useForm<z.input<S>, z.output<S>>({
    lastResult,
    defaultValue,
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  const error = lastResult?.error?.[""]?.[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: each result is shown, also when two have the same error.
  useEffect(() => {
    if (error) showToast({ kind: "danger", title: failure, text: error });
  }, [lastResult, failure]);
  return { form, fields, busy: navigation.state !== "idle" && navigation.formMethod === "POST" };
}
