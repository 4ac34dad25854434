import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Trans, useLingui } from "@lingui/react/macro";
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
  /** Shows a confirmation instead of the form. */
  isSent: boolean;
  lastResult?: SubmissionResult<string[]>;
}

/** Renders the form that requests a link to set a new password (docs/product.md#accounts). */
export function ForgotPasswordForm({ isSent, lastResult }: Props) {
  const { t } = useLingui();
  const withNext = useWithNext();
  const inTerminal = useMailsInTerminal();
  const { form, fields, busy } = useAccountForm("forgot-password", t`Request failed`, lastResult);
  return (
    <AuthCard
      title={t`Forgot your password?`}
      subtitle={isSent ? undefined : t`Enter your email, and we'll send you a link to set a new one.`}
      footer={
        <Link to={withNext("/login")} className={loneLink}>
          <Trans>Back to log in</Trans>
        </Link>
      }
    >
      {isSent ? (
        <div role="status" className="grid gap-3">
          <MailCheck aria-hidden className="size-8 stroke-[1.5] text-ember" />
          <p>
            <Trans>If that address belongs to an account, a link to set a new password is on its way.</Trans>
          </p>
          <p className="text-muted">
            {inTerminal
              ? t`The link is in the terminal of the server. It works once, for an hour.`
              : t`The link works once, for an hour. Check your spam folder if it does not arrive.`}
          </p>
        </div>
      ) : (
        <Form method="post" {...getFormProps(form)} className="grid gap-5">
          <Field label={t`Email`} {...inputProps(fields.email, "email")} autoComplete="username" />
          <FormError id={form.errorId} errors={form.errors} />
          <Button type="submit" wide busy={busy} busyLabel={t`Sending...`}>
            <Trans>Send link</Trans>
          </Button>
        </Form>
      )}
    </AuthCard>
  );
}
