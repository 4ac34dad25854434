import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Form } from "react-router";
import { PASSWORD_MIN } from "~/contract/account-limits";
import { Button } from "~/ui/button";
import { inputProps } from "~/ui/field-props";
import { FormError } from "~/ui/form-error";
import { PasswordField } from "~/ui/password-field";
import { CurrentPasswordField } from "./current-password-field";
import { useSettingsForm } from "./use-settings-form";

interface Props {
  /** Whether the account has a password. */
  hasPassword: boolean;
  lastResult?: SubmissionResult<string[]>;
}

/** Renders the form that changes the password, which requires the current one, or sets the first one. */
export function PasswordForm({ hasPassword, lastResult }: Props) {
  const { t } = useLingui();
  const least = PASSWORD_MIN;
  const { form, fields, busy } = useSettingsForm("password", lastResult);
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="grid max-w-sm gap-5">
      <input type="hidden" name="intent" value="password" />
      {hasPassword && <CurrentPasswordField field={fields.currentPassword} />}
      <PasswordField
        label={t`New password`}
        {...inputProps(fields.newPassword, "password")}
        hint={t({ message: plural(least, { one: "At least # character", other: "At least # characters" }) })}
        autoComplete="new-password"
      />
      <FormError id={form.errorId} errors={form.errors} allErrors={form.allErrors} />
      <Button type="submit" busy={busy} busyLabel={t`Saving...`} className="justify-self-start">
        {hasPassword ? t`Change password` : t`Set password`}
      </Button>
    </Form>
  );
}
