import type { SubmissionResult } from "@conform-to/react";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Form } from "react-router";
import type { HealthView, MailWay, TestMailResult } from "~/contract/health-views";
import { TEST_MAILS_PER_HOUR } from "~/contract/mail-limits";
import { IntentButton } from "~/ui/intent-button";
import { State } from "./health-state";

const ways: Record<MailWay, MessageDescriptor> = {
  binding: msg`Cloudflare's Email Service sends the emails.`,
  api: msg`The HTTP API in the settings sends the emails.`,
  terminal: msg`This local run prints the emails to its terminal.`,
  nobody: msg`No email service is set up, so nobody gets emails.`,
};

const faults = {
  recipient: msg`The service sends nothing to this address.`,
  settings: msg`Check the email settings: the same email would be refused again.`,
  service: msg`Please try again later.`,
} as const;

interface Props extends Pick<HealthView, "mailWay" | "email"> {
  testMail?: TestMailResult | undefined;
  lastResult?: SubmissionResult<string[]> | undefined;
}

/** Renders the way of mails, with the button that sends a test to the viewer, and its result. */
export function TestMail({ mailWay, email, testMail, lastResult }: Props) {
  const { t } = useLingui();
  const problem = lastResult?.error?.[""]?.[0];
  return (
    <>
      <State isIll={mailWay === "nobody"}>{t(ways[mailWay])}</State>
      {mailWay !== "nobody" && email && (
        <Form method="post" preventScrollReset className="mt-4 grid gap-2">
          <IntentButton
            intent="test-mail"
            variant="quiet"
            className="justify-self-start"
            busyLabel={t`Sending...`}
          >
            <Trans>Send a test email</Trans>
          </IntentButton>
          <p className="wrap-anywhere text-muted text-sm">
            {t`To ${email}, at most ${TEST_MAILS_PER_HOUR} in an hour.`}
          </p>
        </Form>
      )}
      {mailWay !== "nobody" && !email && (
        <p className="mt-3 text-muted text-sm">
          <Trans>Confirm your email address to send yourself a test email.</Trans>
        </p>
      )}
      <div role="status" className="mt-3">
        {testMail && <Result result={testMail} />}
        {problem && <State isIll>{problem}</State>}
      </div>
    </>
  );
}

function Result({ result }: { result: TestMailResult }) {
  const { t } = useLingui();
  if (result.isSent) {
    const { email } = result;
    return <State key="sent">{t`The test email to ${email} was accepted. Check that it arrives.`}</State>;
  }
  const { code, fault } = result;
  return (
    <State key="failed" isIll>
      <span>{t`The test email was not sent. The service answered: ${code}.`}</span>{" "}
      <span>{t(faults[fault])}</span>
    </State>
  );
}
