import { getFormProps, getInputProps, type SubmissionResult } from "@conform-to/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { Form, Link } from "react-router";
import { AuthCard } from "~/features/pages/auth-card";
import { Button } from "~/ui/button";
import { inputProps } from "~/ui/field-props";
import { FormError } from "~/ui/form-error";
import { PasswordField } from "~/ui/password-field";
import { loneLink } from "~/ui/text-link";
import { useAccountForm } from "./use-account-form";
import { VoidLinkCard } from "./void-link-card";

interface Props {
  token: string;
  /** False when the link is unknown, used or over an hour old. */
  isValid: boolean;
  lastResult?: SubmissionResult<string[]>;
}

/** Renders the form that sets a new password, or a card when the link from the mail is no longer valid. */
export function ResetPasswordForm({ token, isValid, lastResult }: Props) {
  const { t } = useLingui();
  const { form, fields, busy } = useAccountForm("reset-password", t`Reset failed`, lastResult, { token });
  const footer = (
    <Link to="/login" className={loneLink}>
      <Trans>Back to log in</Trans>
    </Link>
  );
  if (!isValid) {
    return (
      <VoidLinkCard
        subtitle={t`Links work once and expire after an hour. Please request a new one.`}
        to="/forgot-password"
        button={t`Request a new link`}
        footer={footer}
      />
    );
  }
  return (
    <AuthCard title={t`Set a new password`} subtitle={t`You'll be logged out everywhere.`} footer={footer}>
      <Form method="post" {...getFormProps(form)} className="grid gap-5">
        <input {...getInputProps(fields.token, { type: "hidden" })} />
        <PasswordField
          label={t`New password`}
          {...inputProps(fields.password, "password")}
          hint={t`At least 6 characters`}
          autoComplete="new-password"
        />
        <FormError
          id={form.errorId}
          errors={form.errors ?? fields.token.errors}
          allErrors={{ password: fields.password.errors ?? null }}
        />
        <Button type="submit" wide busy={busy} busyLabel={t`Saving...`}>
          <Trans>Set password</Trans>
        </Button>
      </Form>
    </AuthCard>
  );
}
