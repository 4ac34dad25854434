import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form } from "react-router";
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
  const { form, fields, busy } = useSettingsForm("password", lastResult);
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="grid max-w-sm gap-5">
      <input type="hidden" name="intent" value="password" />
      {hasPassword && <CurrentPasswordField field={fields.currentPassword} />}
      <PasswordField
        label="New password"
        {...inputProps(fields.newPassword, "password")}
        hint="At least 6 characters"
        autoComplete="new-password"
      />
      <FormError id={form.errorId} errors={form.errors} allErrors={form.allErrors} />
      <Button type="submit" busy={busy} busyLabel="Saving..." className="justify-self-start">
        {hasPassword ? "Change password" : "Set password"}
      </Button>
    </Form>
  );
}
