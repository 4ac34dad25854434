import type { Commenters } from "~/contract/commenting";
import type { Settings } from "~/contract/settings";
import type { RadioOption } from "~/ui/radio-group";
import { RadioChoice } from "./radio-choice";
import { SettingsPage } from "./settings-page";
import { SwitchChoice } from "./switch-choice";

const commenterChoices: Record<Commenters, RadioOption> = {
  everyone: { label: "Everyone" },
  connections: { label: "My connections" },
  nobody: { label: "Nobody" },
};

/** Renders the choices about what others see of the member. */
export function PrivacyPage({ settings }: { settings: Settings }) {
  return (
    <SettingsPage of="privacy">
      <SwitchChoice
        option="presence"
        name="hidden"
        hint="If you hide yours, you can't see other people's"
        isOn={settings.hidesPresence}
      />
      <SwitchChoice
        option="typing"
        name="shown"
        hint="If you hide yours, you can't see other people's"
        isOn={!settings.hidesTyping}
      />
      <SwitchChoice
        option="read-marks"
        name="shown"
        hint="If you hide yours, you can't see other people's"
        isOn={!settings.hidesReads}
      />
      <SwitchChoice
        option="discovery"
        name="hidden"
        hint="Your profile stays open, and search finds it"
        isOn={settings.hidesFromDiscovery}
      />
      <RadioChoice
        option="commenters"
        name="from"
        text="On your posts. Comments that are there stay."
        choices={commenterChoices}
        value={settings.commentsFrom}
      />
    </SettingsPage>
  );
}
