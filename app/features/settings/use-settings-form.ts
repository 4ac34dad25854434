import type { SubmissionResult } from "@conform-to/react";
import { useNavigation } from "react-router";
import type { z } from "zod";
import { useAccountForm } from "~/features/auth/use-account-form";

/** One of the page's forms; busy only while that very one is under way. Its submit button carries `intent`. */
export function useSettingsForm<S extends z.ZodType<Record<string, unknown>, Record<string, unknown>>>(
  intent: string,
  schema: S,
  lastResult: SubmissionResult<string[]> | undefined,
) {
  const { formData } = useNavigation();
  const { busy, ...form } = useAccountForm(schema, "Update failed", lastResult);
  return { ...form, busy: busy && formData?.get("intent") === intent };
}
