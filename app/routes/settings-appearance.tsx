import { useLingui } from "@lingui/react/macro";
import { LanguageSwitch } from "~/features/language/language-switch";
import { handleOf } from "~/features/settings/options";
import { Section } from "~/features/settings/section";
import { SettingsPage } from "~/features/settings/settings-page";
import { ThemeChoice } from "~/features/settings/theme-choice";

export { SettingsError as ErrorBoundary } from "~/features/settings/settings-page";

export const handle = handleOf("appearance");

export default function Appearance() {
  const { t } = useLingui();
  return (
    <SettingsPage of="appearance">
      <Section option="theme" text={t`For this device.`}>
        <ThemeChoice />
      </Section>
      <Section option="language" text={t`For your pages, mails and notifications.`}>
        <LanguageSwitch />
      </Section>
    </SettingsPage>
  );
}
