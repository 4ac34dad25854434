import type { SubmissionResult } from "@conform-to/react";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { Form } from "react-router";
import { SIGN_UP_TEXT_MAX } from "~/contract/account-limits";
import type { SignUpMode, SignUpView } from "~/contract/sign-ups";
import { TextArea } from "~/ui/field";
import { RadioGroup } from "~/ui/radio-group";
import { AdminsOnly, NoteAndSave } from "./note-and-save";

const modes: Record<SignUpMode, { label: MessageDescriptor; hint: MessageDescriptor }> = {
  open: {
    label: msg({ message: "Everyone", context: "who can sign up" }),
    hint: msg`Anyone with an email address can create an account.`,
  },
  approval: {
    label: msg({ message: "People whom a moderator approves", context: "who can sign up" }),
    hint: msg`They say why they would like to join, and wait for the answer by email.`,
  },
  invitation: {
    label: msg({ message: "People with an invitation", context: "who can sign up" }),
    hint: msg`Members make invitation links in their settings.`,
  },
  closed: {
    label: msg({ message: "Nobody", context: "who can sign up" }),
    hint: msg`Members log in as before.`,
  },
};

interface Props {
  signUps: SignUpView & { mayChange: boolean };
  lastResult?: SubmissionResult<string[]>;
}

/** Renders who can sign up, and for admins the form that changes it. */
export function SignUpsForm({ signUps, lastResult }: Props) {
  const { mode, mayChange } = signUps;
  const { t } = useLingui();
  const error = lastResult?.error?.text ?? undefined;
  const text = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (error) text.current?.focus();
  }, [error]);
  if (!mayChange) return <SignUpsShown {...signUps} />;
  const sent = lastResult?.initialValue;
  const optionOf = (name: SignUpMode) => ({ label: t(modes[name].label), hint: t(modes[name].hint) });
  const options = {
    open: optionOf("open"),
    approval: optionOf("approval"),
    invitation: optionOf("invitation"),
    closed: optionOf("closed"),
  };
  // A refused form has the value that was sent, which may be any text.
  const chosen = String(sent?.mode ?? mode);
  return (
    <Form key={`${mode} ${signUps.text}`} method="post" preventScrollReset className="grid max-w-lg gap-4">
      <RadioGroup
        legend={t`Who can sign up`}
        name="mode"
        options={options}
        defaultValue={chosen in options ? (chosen as SignUpMode) : mode}
      />
      <TextArea
        label={t`Text on the sign-up page`}
        name="text"
        ref={text}
        id="sign-up-text"
        optional
        limit={SIGN_UP_TEXT_MAX}
        defaultValue={String(sent?.text ?? signUps.text)}
        hint={t`For visitors, as plain text.`}
        error={error}
      />
      <NoteAndSave intent="sign-ups" />
    </Form>
  );
}

function SignUpsShown({ mode, text }: SignUpView) {
  const { t } = useLingui();
  return (
    <>
      <p className="font-medium text-sm">{t`Who can sign up`}</p>
      <p className="mt-1">{t(modes[mode].label)}</p>
      <p className="text-muted text-sm">{t(modes[mode].hint)}</p>
      {text && (
        <blockquote
          dir="auto"
          className="wrap-anywhere mt-3 max-w-lg whitespace-pre-line border-line border-s-2 ps-4"
        >
          {text}
        </blockquote>
      )}
      <AdminsOnly />
    </>
  );
}
