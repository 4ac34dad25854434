import type { Commenters } from "~/contract/commenting";
import type { SensitiveMode } from "~/contract/sensitive";
import type { Settings } from "~/contract/settings";
import { dropCachedFeed } from "~/features/feed/feed-store";
import { ChoiceForm } from "./choice-form";
import { Section } from "./section";
import { SwitchForm } from "./switch-form";

export interface VisibilitySettings extends Omit<Settings, "hasPassword"> {
  /** Whether the site has an image check. */
  judgesPhotos: boolean;
}

const sensitiveOptions: Record<SensitiveMode, string> = {
  cover: "Cover them",
  show: "Show them",
  hide: "Hide their posts in my feed, in Explore and under hashtags",
};

const commenterOptions: Record<Commenters, string> = {
  everyone: "Everyone",
  connections: "My connections",
  nobody: "Nobody",
};

interface Props {
  settings: VisibilitySettings;
  /** Changes with the stored settings, so that the forms show them. */
  formKey: string;
}

/** The sections about what others see of the member, and the member of others. */
export function VisibilitySections(props: Props) {
  return (
    <>
      <PresenceSections {...props} />
      <PostSections {...props} />
    </>
  );
}

/** The sections about presence, chat and suggestions. */
function PresenceSections({ settings, formKey }: Props) {
  return (
    <>
      <Section
        title="Presence"
        text="Your connections can see when you are online. If you hide it, you cannot see when they are online either."
      >
        <SwitchForm
          key={formKey}
          intent="presence"
          label="Hide my online status"
          isOn={settings.hidesPresence}
        />
      </Section>
      <Section
        title="Chat"
        text="Each works both ways: if you do not show it, you do not see it of others either. Messages that are read meanwhile stay “Sent” for their sender."
      >
        <div className="grid gap-5">
          <SwitchForm
            key={`typing-${formKey}`}
            intent="typing"
            label="Show when I am typing"
            name="shown"
            isOn={!settings.hidesTyping}
          />
          <SwitchForm
            key={`reads-${formKey}`}
            intent="read-marks"
            label="Show when I have read messages"
            name="shown"
            isOn={!settings.hidesReads}
          />
        </div>
      </Section>
      <Section
        title="Explore"
        text="Members you are not connected with can find your posts in Explore, and you among suggested people. Search and your profile stay open to all members."
      >
        <SwitchForm
          key={formKey}
          intent="discovery"
          label="Keep me out of Explore and suggestions"
          isOn={settings.hidesFromDiscovery}
        />
      </Section>
    </>
  );
}

/** The sections about posts and their photos. */
function PostSections({ settings, formKey }: Props) {
  return (
    <>
      <Section
        title="Feed"
        text="Posts made with AI carry a badge. You can hide those of other members from your feed and Explore."
      >
        <SwitchForm
          key={formKey}
          intent="ai-posts"
          label="Hide posts made with AI"
          isOn={settings.hidesAi}
          // The cached feed was loaded with the previous setting.
          onSubmit={dropCachedFeed}
        />
      </Section>
      <Section
        title="Originals"
        text="Photos are stored up to 2,048 pixels wide. If you keep originals, those that you share from now on are also stored up to 4,096 pixels on the longer side, without place or other metadata. Members who can see a post can open and save its originals. Uploads take about five times the data, which counts towards your daily limit."
      >
        <SwitchForm
          key={formKey}
          intent="originals"
          label="Keep originals"
          name="kept"
          isOn={settings.keepsOriginals}
        />
      </Section>
      <Section
        title="Sensitive photos"
        text={`Members can cover their own photos as sensitive, and moderators those of others. You can open each one. ${settings.judgesPhotos ? "An automatic check covers photos too, and holds some for a moderator." : "This site has no automatic check of photos: nothing is judged here."}`}
      >
        <ChoiceForm
          key={formKey}
          intent="sensitive-photos"
          legend="Sensitive photos"
          name="mode"
          options={sensitiveOptions}
          value={settings.sensitivePhotos}
          onSubmit={dropCachedFeed}
        />
      </Section>
      <Section
        title="Comments"
        text="Choose who can comment on your posts. Comments that are there stay, and you can always comment yourself."
      >
        <ChoiceForm
          key={formKey}
          intent="commenters"
          legend="Who can comment"
          name="from"
          options={commenterOptions}
          value={settings.commentsFrom}
        />
      </Section>
    </>
  );
}
