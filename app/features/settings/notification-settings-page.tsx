import type { SubmissionResult } from "@conform-to/react";
import type { DigestFrequency, NotificationSettingsView } from "~/contract/notification-settings";
import type { PushView } from "~/contract/push";
import type { RadioOption } from "~/ui/radio-group";
import { MemberList } from "./member-list";
import { NotificationExceptionForm } from "./notification-exception-form";
import { NotificationKinds } from "./notification-kinds";
import { pathOf } from "./options";
import { PushDevice } from "./push-device";
import { RadioChoice } from "./radio-choice";
import { Row, Rows } from "./row";
import { Section } from "./section";
import { SettingsPage } from "./settings-page";
import { resultOf, useErrorToast, useResetKey } from "./settings-results";
import { SwitchChoice } from "./switch-choice";

interface Props {
  settings: NotificationSettingsView;
  push: PushView;
  lastResult?: SubmissionResult<string[]>;
}

const digestChoices: Record<DigestFrequency, RadioOption> = {
  daily: { label: "Daily", hint: "On a morning, if there is something that you have not seen" },
  weekly: { label: "Weekly" },
  never: { label: "Never", hint: "Emails about the security of your account still come" },
};

/** The intents of the forms that show their errors themselves. */
const ownErrors = ["exception"];

/** Renders the page of the member's notification settings (docs/product.md#notification-settings). */
export function NotificationSettingsPage({ settings, push, lastResult }: Props) {
  const key = useResetKey(lastResult !== undefined);
  useErrorToast(lastResult, ownErrors);
  const { exceptions, fromConnections } = settings;
  const of = (wanted: string) => exceptions.filter(({ mode }) => mode === wanted);
  const list = { intent: "remove-exception", label: "Remove", busyLabel: "Removing..." };
  const { quietHours } = push;
  return (
    <SettingsPage of="notifications">
      <Section
        option="kinds"
        text="A kind that is off in the app is not pushed or mailed either."
        choice={{}}
      >
        <NotificationKinds settings={settings} />
      </Section>
      <SwitchChoice option="from-connections" name="fromConnections" isOn={fromConnections} />
      <RadioChoice option="digest" name="digest" choices={digestChoices} value={settings.digest} />
      <Section option="push" text="On this device, while Afterglow is closed, until you log out.">
        <PushDevice push={push} />
      </Section>
      <Section option="exceptions" text="People you always or never hear from. We don't tell them.">
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
      <Rows>
        <Row
          to={pathOf("quiet-hours")}
          title="Quiet hours"
          line={quietHours ? `From ${quietHours.from} to ${quietHours.to}` : "Off"}
        />
        <Row
          to={pathOf("muted-words")}
          title="Muted words"
          line="Comments and mentions with them don't notify you"
        />
      </Rows>
    </SettingsPage>
  );
}
