import type { DefaultValue, SubmissionResult } from "@conform-to/react";
import { useLingui } from "@lingui/react/macro";
import { useNavigation } from "react-router";
import type { AccountFields, AccountFormName } from "~/features/auth/form-checks.client";
import { useAccountForm } from "~/features/auth/use-account-form";

/** Returns a settings form, as `useAccountForm` does; `busy` is true only while this intent is being submitted. */
export function useSettingsForm<Intent extends AccountFormName>(
  intent: Intent,
  lastResult: SubmissionResult<string[]> | undefined,
  defaultValue?: DefaultValue<AccountFields<Intent>>,
) {
  const { t } = useLingui();
  const { formData } = useNavigation();
  const { busy, ...form } = useAccountForm(intent, t`Update failed`, lastResult, defaultValue);
  return { ...form, busy: form.isWaiting || (busy && formData?.get("intent") === intent) };
}
