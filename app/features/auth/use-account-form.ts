import type { DefaultValue, SubmissionResult } from "@conform-to/react";
import { useCallback } from "react";
import { useNavigation } from "react-router";
import { retryImport } from "~/ui/retry-import";
import { useCheckedForm } from "~/ui/use-checked-form";
import { useFailureToast } from "~/ui/use-failure-toast";
import type { AccountFields, AccountFormName } from "./form-checks.client";

const loadChecks = retryImport(() => import("./form-checks.client"));

/**
 * Returns the conform form of an account page. The browser validates with the server's schema; a server error shows in
 * a toast (docs/product.md#toasts) and in the form. `busy`: it is submitted, or waits for its check (`isWaiting`).
 * @param failure title of the toast
 */
export function useAccountForm<Name extends AccountFormName>(
  name: Name,
  failure: string,
  lastResult: SubmissionResult<string[]> | undefined,
  defaultValue?: DefaultValue<AccountFields<Name>>,
) {
  const navigation = useNavigation();
  const load = useCallback(async () => (await loadChecks()).checkOf(name), [name]);
  const [form, fields, isWaiting] = useCheckedForm<AccountFields<Name>>({ load, lastResult, defaultValue });
  const error = lastResult?.error?.[""]?.[0];
  useFailureToast(lastResult, failure, error);
  const isSent = navigation.state !== "idle" && navigation.formMethod === "POST";
  return { form, fields, isWaiting, busy: isWaiting || isSent };
}
