import type { SubmissionResult } from "@conform-to/react";
import type { SessionView } from "~/contract/accounts";
import { ButtonLink } from "~/ui/button";
import { ConfirmEmailCard } from "./confirm-email-card";
import { EmailForm } from "./email-form";
import { PasswordForm } from "./password-form";
import { Section } from "./section";
import { SessionList } from "./session-list";
import { resultOf } from "./settings-results";

export interface AccountSettings {
  email: string;
  isConfirmed: boolean;
  /** Whether mails to the address come back. */
  isBouncing: boolean;
  /** The new address that waits for its confirmation. */
  pendingEmail: string | null;
  hasPassword: boolean;
  sessions: SessionView[];
}

interface Props {
  settings: AccountSettings;
  /** Another key resets the forms. */
  formKey: string;
  lastResult?: SubmissionResult<string[]>;
}

/** The sections about ways to sign in and to be reached. */
export function AccountSections({ settings, formKey, lastResult }: Props) {
  const { email, isConfirmed, isBouncing, pendingEmail, hasPassword, sessions } = settings;
  return (
    <>
      <Section
        title="Email"
        anchor="email"
        text={`You sign in with ${email}. Changing it ends your other sessions.`}
      >
        {(pendingEmail !== null || !isConfirmed || isBouncing) && (
          <ConfirmEmailCard
            key={pendingEmail}
            email={pendingEmail ?? email}
            isNew={pendingEmail !== null}
            isBouncing={isBouncing}
            lastResult={resultOf("email-code", lastResult)}
          />
        )}
        <EmailForm key={formKey} hasPassword={hasPassword} lastResult={resultOf("email", lastResult)} />
      </Section>
      <Section
        title="Password"
        anchor="password"
        text={
          hasPassword
            ? "Changing it ends your other sessions."
            : "You log in with a passkey. A password is another way in. Setting it ends your other sessions."
        }
      >
        <PasswordForm key={formKey} hasPassword={hasPassword} lastResult={resultOf("password", lastResult)} />
      </Section>
      <Section
        title="Security"
        text="Add a code from your phone to your password, so that a stolen password is not enough."
      >
        <ButtonLink to="/settings/security" look="quiet">
          Security settings
        </ButtonLink>
      </Section>
      <Section
        title="Notifications"
        text="Choose what you are notified of, from whom, and the exceptions for single members."
      >
        <ButtonLink to="/settings/notifications" look="quiet">
          Notification settings
        </ButtonLink>
      </Section>
      <Section title="Sessions" text="The devices where you are logged in.">
        <SessionList sessions={sessions} />
      </Section>
    </>
  );
}
