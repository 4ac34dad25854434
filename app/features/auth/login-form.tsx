import { getFormProps, getInputProps, type SubmissionResult } from "@conform-to/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { Form, Link, useSearchParams } from "react-router";
import { site } from "~/contract/site-name";
import { LOG_IN_FIRST } from "~/contract/texts";
import { AuthCard } from "~/features/pages/auth-card";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { Field } from "~/ui/field";
import { inputProps } from "~/ui/field-props";
import { FormError } from "~/ui/form-error";
import { PasswordField } from "~/ui/password-field";
import { loneLink } from "~/ui/text-link";
import { CookieCheck } from "./cookie-check";
import { PasskeyLogin } from "./passkey-login";
import { useAccountForm } from "./use-account-form";
import { useWithNext } from "./use-with-next";

/** Renders the log-in form (docs/product.md#accounts). */
export function LoginForm({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  const { t } = useLingui();
  const withNext = useWithNext();
  const [params] = useSearchParams();
  const { form, fields, busy } = useAccountForm("login", t`Login failed`, lastResult);
  return (
    <AuthCard
      title={t`Log in to ${site}`}
      subtitle={t`Welcome back! Please enter your details.`}
      footer={
        <span>
          <Trans>
            New here?{" "}
            <Link to={withNext("/signup")} className={loneLink}>
              Sign up
            </Link>
          </Trans>
        </span>
      }
    >
      {params.has("next") && <p className="-mt-3 mb-5 font-medium">{t(LOG_IN_FIRST)}</p>}
      <Form method="post" {...getFormProps(form)} className="grid gap-5">
        <Field label={t`Email`} {...inputProps(fields.email, "email")} autoComplete="username webauthn" />
        <PasswordField
          label={t`Password`}
          {...inputProps(fields.password, "password")}
          autoComplete="current-password"
        />
        <div className="flex flex-wrap items-start justify-between gap-3">
          <Checkbox label={t`Remember me`} {...getInputProps(fields.rememberMe, { type: "checkbox" })} />
          <Link to={withNext("/forgot-password")} className={loneLink}>
            <Trans>Forgot password?</Trans>
          </Link>
        </div>
        <CookieCheck />
        <FormError id={form.errorId} errors={form.errors} />
        <Button type="submit" wide busy={busy} busyLabel={t`Logging in...`}>
          <Trans>Log in</Trans>
        </Button>
        <PasskeyLogin formId={form.id} result={lastResult} />
      </Form>
    </AuthCard>
  );
}
