import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { MailCheck } from "lucide-react";
import { Form, Link } from "react-router";
import { APPEAL_MAX } from "~/contract/limits";
import { AuthCard } from "~/features/pages/auth-card";
import { Button } from "~/ui/button";
import { Field, TextArea } from "~/ui/field";
import { inputProps, textAreaProps } from "~/ui/field-props";
import { FormError } from "~/ui/form-error";
import { PasswordField } from "~/ui/password-field";
import { loneLink } from "~/ui/text-link";
import { useAccountForm } from "./use-account-form";

interface Props {
  /** Shows a confirmation instead of the form. */
  isSent: boolean;
  lastResult?: SubmissionResult<string[]>;
}

/** Renders the form with which a suspended member appeals, who cannot log in (docs/moderation.md). */
export function AppealForm({ isSent, lastResult }: Props) {
  const { form, fields, busy } = useAccountForm("appeal", "Appeal failed", lastResult);
  return (
    <AuthCard
      title={isSent ? "Appeal sent" : "Appeal against a suspension"}
      subtitle={isSent ? undefined : "Another moderator will review it. You can appeal once."}
      footer={
        <Link to="/login" className={loneLink}>
          Back to log in
        </Link>
      }
    >
      {isSent ? (
        <div role="status" className="grid gap-3">
          <MailCheck aria-hidden className="size-8 stroke-[1.5] text-ember" />
          <p>Another moderator will review it. We'll email you the decision.</p>
        </div>
      ) : (
        <Form method="post" {...getFormProps(form)} className="grid gap-5">
          <Field label="Email" {...inputProps(fields.email, "email")} autoComplete="username" />
          <PasswordField
            label="Password"
            {...inputProps(fields.password, "password")}
            autoComplete="current-password"
          />
          <TextArea label="Why is this decision wrong?" {...textAreaProps(fields.text)} limit={APPEAL_MAX} />
          <FormError id={form.errorId} errors={form.errors} />
          <Button type="submit" wide busy={busy} busyLabel="Sending...">
            Send appeal
          </Button>
        </Form>
      )}
    </AuthCard>
  );
}
