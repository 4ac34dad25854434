import { getFormProps, getInputProps, type SubmissionResult } from "@conform-to/react";
import { useLingui } from "@lingui/react/macro";
import { Form } from "react-router";
import { AuthCard } from "~/features/pages/auth-card";
import { Button } from "~/ui/button";
import { FormError } from "~/ui/form-error";
import { useAccountForm } from "./use-account-form";

interface Props {
  title: string;
  subtitle: string;
  button: string;
  busyLabel: string;
  token: string;
  lastResult?: SubmissionResult<string[]>;
}

/**
 * Renders the button that uses a mailed link. Opening the link changes nothing, because mail scanners open links too.
 */
export function MailedLinkForm({ title, subtitle, button, busyLabel, token, lastResult }: Props) {
  const { t } = useLingui();
  const { form, fields, busy } = useAccountForm("mailed-link", t`Update failed`, lastResult, { token });
  return (
    <AuthCard title={title} subtitle={subtitle}>
      <Form method="post" {...getFormProps(form)} className="grid gap-5">
        <input {...getInputProps(fields.token, { type: "hidden" })} />
        <FormError id={form.errorId} errors={form.errors ?? fields.token.errors} />
        <Button type="submit" wide busy={busy} busyLabel={busyLabel}>
          {button}
        </Button>
      </Form>
    </AuthCard>
  );
}
