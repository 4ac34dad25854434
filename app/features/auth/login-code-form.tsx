import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { Form, Link } from "react-router";
import { AuthCard } from "~/features/pages/auth-card";
import { Button } from "~/ui/button";
import { inputProps } from "~/ui/field-props";
import { FormError } from "~/ui/form-error";
import { loneLink } from "~/ui/text-link";
import { CodeField } from "./code-field";
import { useAccountForm } from "./use-account-form";
import { useWithNext } from "./use-with-next";

interface Props {
  /** The form takes a recovery code instead of the app's. */
  takesRecoveryCode: boolean;
  lastResult?: SubmissionResult<string[]>;
}

/** Renders the second step of a log-in (docs/product.md#two-factor-authentication). */
export function LoginCodeForm({ takesRecoveryCode, lastResult }: Props) {
  const { t } = useLingui();
  const withNext = useWithNext();
  const { form, fields, busy } = useAccountForm("login-code", t`Login failed`, lastResult);
  const page = withNext("/login/code");
  const other = `${page}${page.includes("?") ? "&" : "?"}recovery`;
  return (
    <AuthCard
      title={takesRecoveryCode ? t`Use a recovery code` : t`Enter your code`}
      subtitle={
        takesRecoveryCode
          ? t`Each recovery code works once.`
          : t`Enter the six digits from your authenticator app.`
      }
      footer={
        <Link to={withNext("/login")} className={loneLink}>
          <Trans>Back to log in</Trans>
        </Link>
      }
    >
      <Form method="post" {...getFormProps(form)} className="grid gap-5">
        <CodeField {...inputProps(fields.code)} takes={takesRecoveryCode ? "recovery" : "app"} />
        <FormError id={form.errorId} errors={form.errors} allErrors={form.allErrors} />
        <Button type="submit" wide busy={busy} busyLabel={t`Logging in...`}>
          <Trans>Log in</Trans>
        </Button>
        <Link to={takesRecoveryCode ? page : other} className={`${loneLink} justify-self-center`}>
          {takesRecoveryCode ? t`Use your authenticator app` : t`Use a recovery code`}
        </Link>
      </Form>
    </AuthCard>
  );
}
