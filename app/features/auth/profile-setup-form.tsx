import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { useRef } from "react";
import { Form } from "react-router";
import type { SessionUser } from "~/contract/accounts";
import { BIO_MAX } from "~/contract/limits";
import { AuthCard } from "~/features/pages/auth-card";
import { AvatarPicker } from "~/features/profile/avatar-picker";
import { UsernameField } from "~/features/profile/username-field";
import { Mentions } from "~/features/text/mentions";
import { Button } from "~/ui/button";
import { TextArea } from "~/ui/field";
import { inputProps, textAreaProps } from "~/ui/field-props";
import { FormError } from "~/ui/form-error";
import { submitOnModEnter } from "~/ui/submit-on-enter";
import { useAccountForm } from "./use-account-form";

interface Props {
  user: Pick<SessionUser, "username" | "fullName">;
  lastResult?: SubmissionResult<string[]>;
}

/** Renders the profile setup form, prefilled with the provisional username (docs/product.md#accounts). */
export function ProfileSetupForm({ user, lastResult }: Props) {
  const { t } = useLingui();
  const { form, fields, busy } = useAccountForm("profile-setup", t`Profile setup failed`, lastResult, {
    username: user.username,
  });
  const bio = useRef<HTMLTextAreaElement>(null);
  return (
    <AuthCard title={t`Set up your profile`} subtitle={t`This is how other members will see you.`}>
      <Form method="post" {...getFormProps(form)} onKeyDown={submitOnModEnter} className="grid gap-5">
        <AvatarPicker name={user.fullName} inputName="profileImage" errors={fields.profileImage?.errors} />
        <UsernameField {...inputProps(fields.username)} current={user.username} />
        <TextArea
          label={t`Bio`}
          optional
          {...textAreaProps(fields.bio)}
          ref={bio}
          limit={BIO_MAX}
          placeholder={t`A line or two about you`}
        />
        <Mentions field={bio} />
        <FormError id={form.errorId} errors={form.errors} allErrors={form.allErrors} />
        <Button type="submit" wide busy={busy} busyLabel={t`Creating profile...`}>
          <Trans>Create profile</Trans>
        </Button>
      </Form>
    </AuthCard>
  );
}
