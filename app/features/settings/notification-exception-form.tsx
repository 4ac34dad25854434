import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { Form, useSearchParams } from "react-router";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { inputProps } from "~/ui/field-props";
import { FormError } from "~/ui/form-error";
import { RadioGroup } from "~/ui/radio-group";
import { useSettingsForm } from "./use-settings-form";

interface Props {
  /** Changes when the form has to be empty. */
  formKey: string;
  lastResult?: SubmissionResult<string[]>;
}

/** Renders the form that makes a member an exception, at first the one whom `?member=` names. */
export function NotificationExceptionForm({ formKey, lastResult }: Props) {
  return <ExceptionForm key={formKey} lastResult={lastResult} />;
}

function ExceptionForm({ lastResult }: Omit<Props, "formKey">) {
  const { t } = useLingui();
  const modes = { always: { label: t`Always` }, never: { label: t`Never` } };
  const [search] = useSearchParams();
  const named = { username: search.get("member") ?? "" };
  const { form, fields, busy } = useSettingsForm("exception", lastResult, named);
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="grid max-w-sm gap-4">
      <input type="hidden" name="intent" value="exception" />
      <Field
        label={t`Username`}
        {...inputProps(fields.username)}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <RadioGroup
        legend={t`Notify me`}
        name={fields.mode.name}
        options={modes}
        defaultValue={lastResult?.initialValue?.mode === "always" ? "always" : "never"}
      />
      <FormError id={form.errorId} errors={form.errors} allErrors={form.allErrors} />
      <Button
        type="submit"
        variant="quiet"
        busy={busy}
        busyLabel={t`Saving...`}
        className="justify-self-start"
      >
        <Trans>Add exception</Trans>
      </Button>
    </Form>
  );
}
