import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { Form } from "react-router";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { inputProps } from "~/ui/field-props";
import { FormError } from "~/ui/form-error";
import { CurrentPasswordField } from "./current-password-field";
import { useSettingsForm } from "./use-settings-form";

interface Props {
  hasPassword: boolean;
  lastResult?: SubmissionResult<string[]>;
}

/** Renders the form that changes the e-mail address; it requires the password, if there is one. */
export function EmailForm({ hasPassword, lastResult }: Props) {
  const { t } = useLingui();
  const { form, fields, busy } = useSettingsForm("email", lastResult);
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="grid max-w-sm gap-5">
      <input type="hidden" name="intent" value="email" />
      <Field label={t`New email`} {...inputProps(fields.email, "email")} autoComplete="email" />
      {hasPassword && <CurrentPasswordField field={fields.currentPassword} />}
      <FormError id={form.errorId} errors={form.errors} allErrors={form.allErrors} />
      <Button type="submit" busy={busy} busyLabel={t`Saving...`} className="justify-self-start">
        <Trans>Change email</Trans>
      </Button>
    </Form>
  );
}
