import { useLingui } from "@lingui/react/macro";
import type { Commenters } from "~/contract/commenting";
import type { Settings } from "~/contract/settings";
import type { RadioOption } from "~/ui/radio-group";
import { RadioChoice } from "./radio-choice";
import { SettingsPage } from "./settings-page";
import { SwitchChoice } from "./switch-choice";

/** Renders the choices about what others see of the member. */
export function PrivacyPage({ settings }: { settings: Settings }) {
  const { t } = useLingui();
  const commenterChoices: Record<Commenters, RadioOption> = {
    everyone: { label: t`Everyone` },
    connections: { label: t`My connections` },
    nobody: { label: t`Nobody` },
  };
  return (
    <SettingsPage of="privacy">
      <SwitchChoice
        option="presence"
        name="hidden"
        hint={t`If you hide yours, you can't see other people's`}
        isOn={settings.hidesPresence}
      />
      <SwitchChoice
        option="typing"
        name="shown"
        hint={t`If you hide yours, you can't see other people's`}
        isOn={!settings.hidesTyping}
      />
      <SwitchChoice
        option="read-marks"
        name="shown"
        hint={t`If you hide yours, you can't see other people's`}
        isOn={!settings.hidesReads}
      />
      <SwitchChoice
        option="discovery"
        name="hidden"
        hint={t`Your profile stays open, and search finds it`}
        isOn={settings.hidesFromDiscovery}
      />
      <RadioChoice
        option="commenters"
        name="from"
        text={t`On your posts. Comments that are there stay.`}
        choices={commenterChoices}
        value={settings.commentsFrom}
      />
    </SettingsPage>
  );
}
