import { type DefaultValue, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useEffect } from "react";
import { useNavigation } from "react-router";
import type { z } from "zod";
import { showToast } from "~/ui/toast";

/**
 * A form of the account pages: checked in the browser by the schema the server checks with; a refusal of the server
 * is said in a toast (spec point 8) and stays readable in the form.
 * @param failure the toast's title
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
  const refusal = lastResult?.error?.[""]?.[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same words twice in a row are two refusals.
  useEffect(() => {
    if (refusal) showToast({ kind: "danger", title: failure, text: refusal });
  }, [lastResult, failure]);
  return { form, fields, busy: navigation.state !== "idle" && navigation.formMethod === "POST" };
}
