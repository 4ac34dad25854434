import { getFormProps, getInputProps, type SubmissionResult } from "@conform-to/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { type ComponentProps, useState } from "react";
import { Form, Link, useSubmit } from "react-router";
import { JOIN_REASON_MAX } from "~/contract/account-limits";
import { AuthCard } from "~/features/pages/auth-card";
import { Markdown } from "~/features/pages/markdown";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { Field, TextArea } from "~/ui/field";
import { inputProps, textAreaProps } from "~/ui/field-props";
import { FormError } from "~/ui/form-error";
import { PasswordField } from "~/ui/password-field";
import { loneLink, textLink } from "~/ui/text-link";
import { CookieCheck } from "./cookie-check";
import { HumanCheck } from "./human-check";
import { SignUpText } from "./sign-up-text";
import { useAccountForm } from "./use-account-form";
import { makePasskey, useHasPasskeys } from "./use-passkey";
import { useWithNext } from "./use-with-next";

interface Props {
  /** The key of the check that a person signs up; null without it. */
  siteKey: string | null;
  /** The operator's text. */
  text: string;
  /** The code of the invitation in the address, or nothing; and the member whose invitation admits the visitor. */
  invitation: string;
  invitedBy: string | null;
  /** Whether a moderator approves the account. */
  waits: boolean;
  /** The rules of the operator; null without any. */
  rules: ComponentProps<typeof Markdown> | null;
  lastResult?: SubmissionResult<string[]>;
}

const termsLabel = (
  <span>
    <Trans>
      I agree to the{" "}
      <Link to="/terms" className={textLink}>
        terms
      </Link>{" "}
      and the{" "}
      <Link to="/privacy" className={textLink}>
        privacy policy
      </Link>
    </Trans>
  </span>
);

/** Renders the rules, which scroll when they are long. */
function Rules({ rules }: { rules: ComponentProps<typeof Markdown> }) {
  const { t } = useLingui();
  const name = t({ message: "Rules", comment: "Of the operator, for members" });
  return (
    <section
      aria-label={name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reached by keyboard
      tabIndex={0}
      className="max-h-60 overflow-y-auto rounded-control border border-line px-4 py-3 text-sm"
    >
      <h2 className="mb-2 font-semibold">{name}</h2>
      <Markdown {...rules} level={3} />
    </section>
  );
}

/** Returns how a passkey is made and the form submitted with it, and whether the device is making one. */
function usePasskeySignUp() {
  const submit = useSubmit();
  const [isMaking, setIsMaking] = useState(false);
  async function signUpWithPasskey(values: FormData) {
    setIsMaking(true);
    const applicant = { name: String(values.get("email")), displayName: String(values.get("fullName")) };
    const made = await makePasskey(applicant);
    setIsMaking(false);
    if (!made) return;
    for (const [name, value] of Object.entries({ intent: "passkey", ...made })) values.set(name, value);
    void submit(values, { method: "post" });
  }
  return { isMaking, signUpWithPasskey };
}

/** Renders the sign-up page (docs/product.md#accounts). */
export function SignupForm(props: Props) {
  const { t } = useLingui();
  const withNext = useWithNext();
  const { invitedBy } = props;
  return (
    <AuthCard
      title={t`Create your account`}
      subtitle={invitedBy ? t`${invitedBy} has invited you.` : t`Share moments, create memories.`}
      footer={
        <span>
          <Trans>
            Already have an account?{" "}
            <Link to={withNext("/login")} className={loneLink}>
              Log in
            </Link>
          </Trans>
        </span>
      }
    >
      <SignUpText text={props.text} />
      <ApplicantForm {...props} />
    </AuthCard>
  );
}

/** The form itself: with a password, or with a passkey where the browser has them. */
function ApplicantForm({ siteKey, invitation, waits, rules, lastResult }: Props) {
  const { t } = useLingui();
  const hasPasskeys = useHasPasskeys();
  const [usesPasskey, setUsesPasskey] = useState(lastResult?.initialValue?.intent === "passkey");
  const { isMaking, signUpWithPasskey } = usePasskeySignUp();
  const name = usesPasskey ? "signup-with-passkey" : "signup";
  const { form, fields, busy } = useAccountForm(name, t`Signup failed`, lastResult);
  const { onSubmit, ...formProps } = getFormProps(form);
  return (
    <Form
      method="post"
      {...formProps}
      onSubmit={(event) => {
        onSubmit(event);
        if (event.defaultPrevented || !usesPasskey) return;
        event.preventDefault();
        void signUpWithPasskey(new FormData(event.currentTarget));
      }}
      className="grid gap-5"
    >
      {invitation && <input type="hidden" name="invitation" value={invitation} />}
      <ApplicantFields {...{ fields, usesPasskey, waits }} />
      {rules && <Rules rules={rules} />}
      <Checkbox
        label={termsLabel}
        {...getInputProps(fields.terms, { type: "checkbox" })}
        error={fields.terms.errors}
      />
      {siteKey && <HumanCheck siteKey={siteKey} result={lastResult} />}
      <CookieCheck />
      <FormError id={form.errorId} errors={form.errors} allErrors={form.allErrors} />
      <Button
        type="submit"
        wide
        busy={busy || isMaking}
        busyLabel={isMaking ? t`Waiting for your device...` : t`Creating account...`}
      >
        <Trans>Sign up</Trans>
      </Button>
      <Button
        variant="quiet"
        wide
        className={hasPasskeys ? undefined : "invisible"}
        onClick={() => setUsesPasskey(!usesPasskey)}
      >
        {usesPasskey ? t`Use a password instead` : t`Use a passkey instead`}
      </Button>
    </Form>
  );
}

interface FieldsProps {
  fields: ReturnType<typeof useAccountForm>["fields"];
  usesPasskey: boolean;
  waits: boolean;
}

function ApplicantFields({ fields, usesPasskey, waits }: FieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <Field
        label={t`Full name`}
        {...inputProps(fields.fullName)}
        autoComplete="name"
        autoCapitalize="words"
      />
      <Field label={t`Email`} {...inputProps(fields.email, "email")} autoComplete="username" />
      {usesPasskey ? (
        <p className="text-muted text-sm">
          <Trans>Log in with your fingerprint, your face or your device's PIN. No password needed.</Trans>
        </p>
      ) : (
        <PasswordField
          label={t`Password`}
          {...inputProps(fields.password, "password")}
          hint={t`At least 6 characters`}
          autoComplete="new-password"
        />
      )}
      {waits && (
        <TextArea
          label={t`Why would you like to join?`}
          {...textAreaProps(fields.reason)}
          limit={JOIN_REASON_MAX}
          hint={t`A moderator reads it before your account opens.`}
        />
      )}
    </>
  );
}
