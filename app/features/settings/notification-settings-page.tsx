import type { SubmissionResult } from "@conform-to/react";
import { Trans, useLingui } from "@lingui/react/macro";
import type { DigestFrequency, NotificationSettingsView } from "~/contract/notification-settings";
import type { PushView } from "~/contract/push";
import { site } from "~/contract/site-name";
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

function useDigestChoices(): Record<DigestFrequency, RadioOption> {
  const { t } = useLingui();
  return {
    daily: { label: t`Daily`, hint: t`On a morning, if there is something that you have not seen` },
    weekly: { label: t`Weekly` },
    never: { label: t`Never`, hint: t`Emails about the security of your account still come` },
  };
}

/** The intents of the forms that show their errors themselves. */
const ownErrors = ["exception"];

/** Renders the page of the member's notification settings (docs/product.md#notification-settings). */
export function NotificationSettingsPage({ settings, push, lastResult }: Props) {
  const { t } = useLingui();
  const key = useResetKey(lastResult !== undefined);
  useErrorToast(lastResult, ownErrors);
  const { exceptions, fromConnections } = settings;
  const { quietHours } = push;
  return (
    <SettingsPage of="notifications">
      <Section
        option="kinds"
        text={t`A kind that is off in the app is not pushed or mailed either.`}
        choice={{}}
      >
        <NotificationKinds settings={settings} />
      </Section>
      <SwitchChoice option="from-connections" name="fromConnections" isOn={fromConnections} />
      <RadioChoice option="digest" name="digest" choices={useDigestChoices()} value={settings.digest} />
      <Section option="push" text={t`On this device, while ${site} is closed, until you log out.`}>
        <PushDevice push={push} />
      </Section>
      <Section option="exceptions" text={t`People you always or never hear from. We don't tell them.`}>
        <NotificationExceptionForm formKey={key} lastResult={resultOf("exception", lastResult)} />
        {exceptions.length > 0 && <Exceptions exceptions={exceptions} />}
      </Section>
      <Rows>
        <Row
          to={pathOf("quiet-hours")}
          title={t`Quiet hours`}
          line={
            quietHours
              ? t`From ${{ from: quietHours.from }} to ${{ to: quietHours.to }}`
              : t({ message: "Off", context: "setting", comment: "Quiet hours are off" })
          }
        />
        <Row
          to={pathOf("muted-words")}
          title={t`Muted words`}
          line={t`Comments and mentions with them don't notify you`}
        />
      </Rows>
    </SettingsPage>
  );
}

function Exceptions({ exceptions }: Pick<NotificationSettingsView, "exceptions">) {
  const { t } = useLingui();
  const of = (wanted: string) => exceptions.filter(({ mode }) => mode === wanted);
  const nobody = t({ message: "Nobody", context: "list", comment: "A list of members is empty" });
  const list = {
    intent: "remove-exception",
    label: t`Remove`,
    nameOf: (username: string) => t`Remove ${username}`,
    busyLabel: t`Removing...`,
  };
  return (
    <div className="mt-6 grid gap-4">
      <h3 className="font-medium">
        <Trans>Always</Trans>
      </h3>
      <MemberList members={of("always")} empty={nobody} {...list} />
      <h3 className="font-medium">
        <Trans>Never</Trans>
      </h3>
      <MemberList members={of("never")} empty={nobody} {...list} />
    </div>
  );
}
