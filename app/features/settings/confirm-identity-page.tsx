import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Form, useSubmit } from "react-router";
import { CodeField } from "~/features/auth/code-field";
import { askForPasskey, useHasPasskeys } from "~/features/auth/use-passkey";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { inputProps } from "~/ui/field-props";
import { FormError } from "~/ui/form-error";
import { CurrentPasswordField } from "./current-password-field";
import { SettingsPage } from "./settings-page";
import { useSettingsForm } from "./use-settings-form";

interface FormProps {
  lastResult?: SubmissionResult<string[]>;
}

interface Proofs {
  hasPassword: boolean;
  /** Whether the account has a code of an authenticator app. */
  hasTwoFactor: boolean;
}

/** Renders the forms that prove a member's identity (docs/product.md#step-up). Accounts without any have a passkey. */
export function ConfirmIdentityPage({ lastResult, ...proofs }: FormProps & Proofs) {
  const { t } = useLingui();
  const of = (intent: string) => (lastResult?.initialValue?.intent === intent ? lastResult : undefined);
  const isTyped = proofs.hasPassword || proofs.hasTwoFactor;
  return (
    <SettingsPage
      of="security"
      title={t`Confirm that it is you`}
      text={t`This protects your account in case somebody else is using your browser.`}
    >
      <div className="max-w-sm">
        {isTyped && <TypedProof {...proofs} lastResult={of("typed")} />}
        <PasskeyProof isFirst={!isTyped} lastResult={of("passkey")} />
      </div>
    </SettingsPage>
  );
}

function TypedProof({ hasPassword, hasTwoFactor, lastResult }: FormProps & Proofs) {
  const { t } = useLingui();
  const { form, fields, busy } = useSettingsForm("typed", lastResult);
  return (
    <Form method="post" {...getFormProps(form)} className="grid gap-5">
      <input type="hidden" name="intent" value="typed" />
      {hasPassword && <CurrentPasswordField field={fields.currentPassword} />}
      {hasTwoFactor && (
        <CodeField
          {...inputProps(fields.code)}
          takes="any"
          hint={t`From your authenticator app, or a recovery code`}
        />
      )}
      <FormError id={form.errorId} errors={form.errors} allErrors={form.allErrors} />
      <Button type="submit" wide busy={busy} busyLabel={t`Confirming...`}>
        <Trans>Confirm</Trans>
      </Button>
    </Form>
  );
}

function PasskeyProof({ isFirst, lastResult }: FormProps & { isFirst: boolean }) {
  const { t } = useLingui();
  const submit = useSubmit();
  const [isAsking, setIsAsking] = useState(false);
  useSettingsForm("passkey", lastResult);
  const hasPasskeys = useHasPasskeys();
  async function ask() {
    setIsAsking(true);
    const passkey = await askForPasskey();
    setIsAsking(false);
    if (passkey) void submit({ intent: "passkey", passkey }, { method: "post" });
  }
  return (
    <Button
      variant={isFirst ? "primary" : "quiet"}
      wide
      busy={isAsking}
      busyLabel={t`Waiting for your passkey...`}
      onClick={() => void ask()}
      className={classNames(!isFirst && "mt-3", !hasPasskeys && "invisible")}
    >
      <Trans>Use a passkey</Trans>
    </Button>
  );
}
