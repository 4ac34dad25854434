import type { DefaultValue, SubmissionResult } from "@conform-to/react";
import { useNavigation } from "react-router";
import type { z } from "zod";
import { useAccountForm } from "~/features/auth/use-account-form";

/** Returns a form of the settings page, as `useAccountForm` does; `busy` is true only while this intent is being submitted. */
export function useSettingsForm<S extends z.ZodType<Record<string, unknown>, Record<string, unknown>>>(
  intent: string,
  schema: S,
  lastResult: SubmissionResult<string[]> | undefined,
  defaultValue?: DefaultValue<z.input<S>>,
) {
  const { formData } = useNavigation();
  const { busy, ...form } = useAccountForm(schema, "Update failed", lastResult, defaultValue);
  return { ...form, busy: busy && formData?.get("intent") === intent };
}
