import { getFormProps, getInputProps, type SubmissionResult } from "@conform-to/react";
import { msg, plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Form } from "react-router";
import { EMAIL_LINK_HOURS } from "~/contract/account-limits";
import { useMailsInTerminal } from "~/features/session/viewer";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { IntentButton } from "~/ui/intent-button";
import { useSettingsForm } from "./use-settings-form";

const actions = [
  { value: "email-resend", label: msg`Send again`, busyLabel: msg`Sending...` },
  { value: "email-cancel", label: msg`Cancel`, busyLabel: msg`Cancelling...` },
];

interface Props {
  email: string;
  /** Whether the address is to replace another one, which can be cancelled. */
  isNew: boolean;
  /** Whether mails to the present address came back or were reported. */
  isBouncing: boolean;
  lastResult?: SubmissionResult<string[]>;
}

/** Renders the email address that awaits confirmation: a code field, and buttons to send it again and to cancel. */
export function ConfirmEmailCard({ email, isNew, isBouncing, lastResult }: Props) {
  const { t } = useLingui();
  const { form, fields, busy } = useSettingsForm("email-code", lastResult);
  return (
    <div className="mb-6 max-w-lg rounded-card border border-line p-4">
      <CardTexts email={email} isNew={isNew} isBouncing={isBouncing} />
      <Form method="post" preventScrollReset {...getFormProps(form)} className="mt-4 flex items-start gap-3">
        <input type="hidden" name="intent" value="email-code" />
        <div className="w-40">
          <Field
            label={t`Code`}
            {...getInputProps(fields.code, { type: "text" })}
            error={fields.code.errors ?? form.errors}
            inputMode="numeric"
            autoComplete="one-time-code"
          />
        </div>
        <Button type="submit" className="mt-6.5" busy={busy} busyLabel={t`Confirming...`}>
          <Trans>Confirm</Trans>
        </Button>
      </Form>
      <Form method="post" preventScrollReset className="mt-4 flex flex-wrap gap-3">
        {actions
          .filter(({ value }) => isNew || value !== "email-cancel")
          .map(({ value, label, busyLabel }) => (
            <IntentButton key={value} variant="quiet" size="small" intent={value} busyLabel={t(busyLabel)}>
              {t(label)}
            </IntentButton>
          ))}
      </Form>
    </div>
  );
}

function CardTexts({ email, isNew, isBouncing }: Omit<Props, "lastResult">) {
  const { t } = useLingui();
  const inTerminal = useMailsInTerminal();
  const hours = EMAIL_LINK_HOURS;
  return (
    <>
      <p className="wrap-anywhere font-medium">
        {isNew
          ? t`Waiting for confirmation of ${email}`
          : isBouncing
            ? t`Digests to ${email} have stopped: emails came back, or one was reported. Please confirm your address again.`
            : t`Please confirm ${email}`}
      </p>
      <p className="mt-1 text-muted text-sm">
        {isBouncing && !isNew
          ? t`You get no digests until then. Press “Send again”, and enter the code in the email or open its link, or change your email below.`
          : inTerminal
            ? t({
                message: plural(hours, {
                  one: "Enter the code, or open the link. Both are in the terminal of the server, and work for # hour.",
                  other:
                    "Enter the code, or open the link. Both are in the terminal of the server, and work for # hours.",
                }),
              })
            : t({
                message: plural(hours, {
                  one: "Enter the code that we sent to this address, or open the link in the email. Both work for # hour. Check your spam folder if it does not arrive.",
                  other:
                    "Enter the code that we sent to this address, or open the link in the email. Both work for # hours. Check your spam folder if it does not arrive.",
                }),
              })}
      </p>
    </>
  );
}
