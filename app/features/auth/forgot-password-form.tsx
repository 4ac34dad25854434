import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { MailCheck } from "lucide-react";
import { Form, Link } from "react-router";
import { AuthCard } from "~/features/pages/auth-card";
import { useMailsInTerminal } from "~/features/session/viewer";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { inputProps } from "~/ui/field-props";
import { FormError } from "~/ui/form-error";
import { loneLink } from "~/ui/text-link";
import { useAccountForm } from "./use-account-form";
import { useWithNext } from "./use-with-next";

interface Props {
  /** Confirmation to show instead of the form after a request. */
  sent?: string;
  lastResult?: SubmissionResult<string[]>;
}

/** Renders the form that requests a link to set a new password (docs/product.md#accounts). */
export function ForgotPasswordForm({ sent, lastResult }: Props) {
  const withNext = useWithNext();
  const inTerminal = useMailsInTerminal();
  const { form, fields, busy } = useAccountForm("forgot-password", "Request failed", lastResult);
  return (
    <AuthCard
      title="Forgot your password?"
      subtitle={sent ? undefined : "Enter your email, and we'll send you a link to set a new one."}
      footer={
        <Link to={withNext("/login")} className={loneLink}>
          Back to log in
        </Link>
      }
    >
      {sent ? (
        <div role="status" className="grid gap-3">
          <MailCheck aria-hidden className="size-8 stroke-[1.5] text-ember" />
          <p>{sent}</p>
          <p className="text-muted">
            {inTerminal
              ? "The link is in the terminal of the server. It works once, for an hour."
              : "The link works once, for an hour. Check your spam folder if it does not arrive."}
          </p>
        </div>
      ) : (
        <Form method="post" {...getFormProps(form)} className="grid gap-5">
          <Field label="Email" {...inputProps(fields.email, "email")} autoComplete="username" />
          <FormError id={form.errorId} errors={form.errors} />
          <Button type="submit" wide busy={busy} busyLabel="Sending...">
            Send link
          </Button>
        </Form>
      )}
    </AuthCard>
  );
}
