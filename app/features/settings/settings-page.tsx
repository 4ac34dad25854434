import type { SubmissionResult } from "@conform-to/react";
import { Upload } from "lucide-react";
import { DELETED_EMAIL_DAYS } from "~/contract/account-limits";
import { ButtonLink } from "~/ui/button";
import { AccountSections, type AccountSettings } from "./account-sections";
import { DeleteAccount } from "./delete-account";
import { ExportLink } from "./export-link";
import { InstallSection } from "./install-section";
import { SafetySections, type SafetySettings } from "./safety-sections";
import { Section } from "./section";
import { resultOf, useErrorToast, useResetKey } from "./settings-results";
import { ThemeChoice } from "./theme-choice";
import { VisibilitySections, type VisibilitySettings } from "./visibility-sections";

interface Props extends AccountSettings, VisibilitySettings, SafetySettings {
  username: string;
  lastResult?: SubmissionResult<string[]>;
}

/** The intents of the forms that show their errors themselves. */
const ownErrors = ["email", "email-code", "password", "mute-word", "delete"];

/** Renders the settings page (docs/product.md#settings). */
export function SettingsPage({ username, lastResult, ...settings }: Props) {
  const { isConfirmed, hasPassword } = settings;
  const key = useResetKey(lastResult !== undefined);
  useErrorToast(lastResult, ownErrors);
  return (
    <div className="mx-auto max-w-2xl px-4 py-8">
      <h1 className="title text-3xl">Settings</h1>
      <Section title="Appearance" text="Choose a theme for this device.">
        <ThemeChoice />
      </Section>
      <InstallSection />
      <AccountSections settings={settings} formKey={key} lastResult={lastResult} />
      <VisibilitySections settings={settings} formKey={key} />
      <SafetySections settings={settings} formKey={key} lastResult={lastResult} />
      <Section
        title="Your data"
        anchor="your-data"
        text="Download a zip file with your profile, posts, comments, messages and photos, or import photos from another service."
      >
        <div className="flex flex-wrap gap-2">
          <ExportLink />
          <ButtonLink look="quiet" to="/settings/import">
            <Upload aria-hidden />
            Import photos
          </ButtonLink>
        </div>
      </Section>
      <Section
        title="Delete account"
        text={`Your profile, posts, comments, messages and photos are deleted immediately. You cannot undo this.${isConfirmed ? ` Nobody can sign up with your email for ${DELETED_EMAIL_DAYS} days.` : ""}`}
      >
        <DeleteAccount
          username={username}
          hasPassword={hasPassword}
          lastResult={resultOf("delete", lastResult)}
        />
      </Section>
    </div>
  );
}
