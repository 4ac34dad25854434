import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Trans, useLingui } from "@lingui/react/macro";
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
  const { t } = useLingui();
  const { form, fields, busy } = useAccountForm("appeal", t`Appeal failed`, lastResult);
  return (
    <AuthCard
      title={isSent ? t`Appeal sent` : t`Appeal against a suspension`}
      subtitle={isSent ? undefined : t`Another moderator will review it. You can appeal once.`}
      footer={
        <Link to="/login" className={loneLink}>
          <Trans>Back to log in</Trans>
        </Link>
      }
    >
      {isSent ? (
        <div role="status" className="grid gap-3">
          <MailCheck aria-hidden className="size-8 stroke-[1.5] text-ember" />
          <p>
            <Trans>Another moderator will review it. We'll email you the decision.</Trans>
          </p>
        </div>
      ) : (
        <Form method="post" {...getFormProps(form)} className="grid gap-5">
          <Field label={t`Email`} {...inputProps(fields.email, "email")} autoComplete="username" />
          <PasswordField
            label={t`Password`}
            {...inputProps(fields.password, "password")}
            autoComplete="current-password"
          />
          <TextArea
            label={t`Why is this decision wrong?`}
            {...textAreaProps(fields.text)}
            limit={APPEAL_MAX}
          />
          <FormError id={form.errorId} errors={form.errors} />
          <Button type="submit" wide busy={busy} busyLabel={t`Sending...`}>
            <Trans>Send appeal</Trans>
          </Button>
        </Form>
      )}
    </AuthCard>
  );
}
