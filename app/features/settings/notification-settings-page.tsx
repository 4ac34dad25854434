import type { SubmissionResult } from "@conform-to/react";
import { Link } from "react-router";
import type { DigestFrequency, NotificationSettingsView } from "~/contract/notification-settings";
import type { PushView } from "~/contract/push";
import { Checkbox } from "~/ui/checkbox";
import { RadioGroup, type RadioOption } from "~/ui/radio-group";
import { loneLink } from "~/ui/text-link";
import { MemberList } from "./member-list";
import { MutedWords } from "./muted-words";
import { NotificationExceptionForm } from "./notification-exception-form";
import { NotificationKinds } from "./notification-kinds";
import { PushDevice } from "./push-device";
import { QuietHoursForm } from "./quiet-hours-form";
import { SaveForm } from "./save-form";
import { Section } from "./section";
import { resultOf, useErrorToast, useResetKey } from "./settings-results";

interface Props {
  settings: NotificationSettingsView;
  words: string[];
  push: PushView;
  lastResult?: SubmissionResult<string[]>;
}

const digestOptions: Record<DigestFrequency, RadioOption> = {
  daily: { label: "Daily", hint: "On a morning, if there is something that you have not seen" },
  weekly: { label: "Weekly" },
  never: { label: "Never", hint: "Mails about the security of your account still come" },
};

/** The intents of the forms that show their errors themselves. */
const ownErrors = ["exception", "mute-word", "quiet-hours"];

/** Renders the page of the member's notification settings (docs/product.md#notification-settings). */
export function NotificationSettingsPage({ settings, words, push, lastResult }: Props) {
  const key = useResetKey(lastResult !== undefined);
  useErrorToast(lastResult, ownErrors);
  const { exceptions, fromConnections } = settings;
  const of = (wanted: string) => exceptions.filter(({ mode }) => mode === wanted);
  const list = { intent: "remove-exception", label: "Remove", busyLabel: "Removing..." };
  return (
    <div className="mx-auto max-w-2xl px-4 py-8">
      <Link to="/settings" className={loneLink}>
        Back to settings
      </Link>
      <h1 className="title mt-4 text-3xl">Notifications</h1>
      <Section
        title="What you are notified of"
        text="What you turn off does not reach you from now on. Notifications that you already have stay. A kind that is off in the app is not pushed or mailed either."
      >
        <SaveForm key={key} intent="save">
          <NotificationKinds settings={settings} />
          <RadioGroup
            legend="Mail with your news"
            name="digest"
            options={digestOptions}
            defaultValue={settings.digest}
          />
          <Checkbox
            label="Likes, comments, mentions and shares only from my connections"
            name="fromConnections"
            defaultChecked={fromConnections}
          />
        </SaveForm>
      </Section>
      <Section
        title="Push notifications"
        text="They reach this device while Afterglow is closed, until you log out. The push service of your browser passes them on; it cannot read them."
      >
        <PushDevice push={push} />
      </Section>
      <Section
        title="Quiet hours"
        text="Nothing is pushed to your devices in these hours of each day. You get what you have not read when they end."
      >
        <QuietHoursForm key={key} hours={push.quietHours} lastResult={resultOf("quiet-hours", lastResult)} />
      </Section>
      <Section
        title="Exceptions"
        anchor="exceptions"
        text="Members of whom you always want to be notified, or never. We do not tell them. Muted words count all the same."
      >
        <NotificationExceptionForm formKey={key} lastResult={resultOf("exception", lastResult)} />
        {exceptions.length > 0 && (
          <div className="mt-6 grid gap-4">
            <h3 className="font-medium">Always</h3>
            <MemberList members={of("always")} empty="Nobody" {...list} />
            <h3 className="font-medium">Never</h3>
            <MemberList members={of("never")} empty="Nobody" {...list} />
          </div>
        )}
      </Section>
      <Section
        title="Muted words"
        text="You are not notified of comments and mentions with these words. We hide posts and comments with them from you too."
      >
        <MutedWords words={words} formKey={key} lastResult={resultOf("mute-word", lastResult)} />
      </Section>
    </div>
  );
}
