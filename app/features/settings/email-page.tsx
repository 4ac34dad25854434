import type { SubmissionResult } from "@conform-to/react";
import { useLingui } from "@lingui/react/macro";
import type { EmailView } from "~/contract/accounts";
import { ConfirmEmailCard } from "./confirm-email-card";
import { EmailForm } from "./email-form";
import { SettingsPage } from "./settings-page";
import { resultOf, useErrorToast, useResetKey } from "./settings-results";

interface Props extends EmailView {
  hasPassword: boolean;
  lastResult?: SubmissionResult<string[]>;
}

const ownErrors = ["email", "email-code"];

/** Renders the page that confirms and changes the email. */
export function EmailPage({ email, isConfirmed, isBouncing, pendingEmail, hasPassword, lastResult }: Props) {
  const { t } = useLingui();
  const key = useResetKey(lastResult !== undefined);
  useErrorToast(lastResult, ownErrors);
  return (
    <SettingsPage of="email" text={t`You sign in with ${email}. Changing it ends your other sessions.`}>
      {(pendingEmail !== null || !isConfirmed || isBouncing) && (
        <ConfirmEmailCard
          key={pendingEmail}
          email={pendingEmail ?? email}
          isNew={pendingEmail !== null}
          isBouncing={isBouncing}
          lastResult={resultOf("email-code", lastResult)}
        />
      )}
      <EmailForm key={key} hasPassword={hasPassword} lastResult={resultOf("email", lastResult)} />
    </SettingsPage>
  );
}
