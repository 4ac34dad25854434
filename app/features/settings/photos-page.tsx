import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { SensitiveMode } from "~/contract/sensitive";
import type { Settings } from "~/contract/settings";
import { ORIGINAL_WIDTH } from "~/contract/variant-scale";
import { dropCachedFeed } from "~/features/feed/feed-store";
import type { RadioOption } from "~/ui/radio-group";
import { RadioChoice } from "./radio-choice";
import { SettingsPage } from "./settings-page";
import { SwitchChoice } from "./switch-choice";

interface Props extends Pick<Settings, "hidesAi" | "keepsOriginals" | "sensitivePhotos"> {
  /** Whether the site has an image check. */
  judgesPhotos: boolean;
}

/** Renders the choices about photos. The cached feed was loaded with the previous ones. */
export function PhotosPage({ hidesAi, keepsOriginals, sensitivePhotos, judgesPhotos }: Props) {
  const { t } = useLingui();
  const pixels = ORIGINAL_WIDTH;
  const sensitiveChoices: Record<SensitiveMode, RadioOption> = {
    cover: { label: t`Cover them` },
    show: { label: t`Show them` },
    hide: { label: t`Hide their posts in my feed, in Explore and under hashtags` },
  };
  return (
    <SettingsPage of="photos">
      <SwitchChoice
        option="ai-posts"
        name="hidden"
        hint={t`By others, in your feed and Explore`}
        isOn={hidesAi}
        onSave={dropCachedFeed}
      />
      <SwitchChoice
        option="originals"
        name="kept"
        hint={t({
          message: plural(pixels, {
            one: "Up to # pixel, for everyone who can see the post",
            other: "Up to # pixels, for everyone who can see the post",
          }),
        })}
        isOn={keepsOriginals}
      />
      <RadioChoice
        option="sensitive-photos"
        name="mode"
        text={
          judgesPhotos
            ? t`An automatic check covers photos too, and holds some for a moderator.`
            : t`Photos aren't checked automatically here.`
        }
        choices={sensitiveChoices}
        value={sensitivePhotos}
        onSave={dropCachedFeed}
      />
    </SettingsPage>
  );
}
