import type { SensitiveMode } from "~/contract/sensitive";
import type { Settings } from "~/contract/settings";
import { dropCachedFeed } from "~/features/feed/feed-store";
import type { RadioOption } from "~/ui/radio-group";
import { RadioChoice } from "./radio-choice";
import { SettingsPage } from "./settings-page";
import { SwitchChoice } from "./switch-choice";

const sensitiveChoices: Record<SensitiveMode, RadioOption> = {
  cover: { label: "Cover them" },
  show: { label: "Show them" },
  hide: { label: "Hide their posts in my feed, in Explore and under hashtags" },
};

interface Props extends Pick<Settings, "hidesAi" | "keepsOriginals" | "sensitivePhotos"> {
  /** Whether the site has an image check. */
  judgesPhotos: boolean;
}

/** Renders the choices about photos. The cached feed was loaded with the previous ones. */
export function PhotosPage({ hidesAi, keepsOriginals, sensitivePhotos, judgesPhotos }: Props) {
  return (
    <SettingsPage of="photos">
      <SwitchChoice
        option="ai-posts"
        name="hidden"
        hint="By others, in your feed and Explore"
        isOn={hidesAi}
        onSave={dropCachedFeed}
      />
      <SwitchChoice
        option="originals"
        name="kept"
        hint="Up to 4,096 pixels, for everyone who can see the post"
        isOn={keepsOriginals}
      />
      <RadioChoice
        option="sensitive-photos"
        name="mode"
        text={
          judgesPhotos
            ? "An automatic check covers photos too, and holds some for a moderator."
            : "Photos aren't checked automatically here."
        }
        choices={sensitiveChoices}
        value={sensitivePhotos}
        onSave={dropCachedFeed}
      />
    </SettingsPage>
  );
}
