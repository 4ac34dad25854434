import { useLingui } from "@lingui/react/macro";
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
    </SettingsPage>
  );
}
