import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { Form } from "react-router";
import { useViewer } from "~/features/session/viewer";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { inputProps } from "~/ui/field-props";
import { FormError } from "~/ui/form-error";
import { CurrentPasswordField } from "./current-password-field";
import { useSettingsForm } from "./use-settings-form";

interface Props {
  username: string;
  hasPassword: boolean;
  lastResult?: SubmissionResult<string[]>;
}

/** Renders the form that deletes the account; it requires the username, and the password if there is one. */
export function DeleteAccount({ username, hasPassword, lastResult }: Props) {
  const { t } = useLingui();
  const { form, fields, busy } = useSettingsForm("delete", lastResult);
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="grid max-w-sm gap-5">
      <input type="hidden" name="intent" value="delete" />
      <input type="hidden" name="memberId" value={useViewer()?.id} />
      <Field
        label={t`Your username`}
        {...inputProps(fields.confirmation)}
        hint={
          <span>
            <Trans>
              Type <bdi translate="no">{username}</bdi> to confirm
            </Trans>
          </span>
        }
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {hasPassword && <CurrentPasswordField field={fields.currentPassword} />}
      <FormError id={form.errorId} errors={form.errors} allErrors={form.allErrors} />
      <Button
        type="submit"
        variant="danger"
        busy={busy}
        busyLabel={t`Deleting...`}
        className="justify-self-start"
      >
        <Trans>Delete my account</Trans>
      </Button>
    </Form>
  );
}
