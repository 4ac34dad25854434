import { getFormProps, type SubmissionResult } from "@conform-to/react";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Form, Link } from "react-router";
import { formatTag, SOURCE } from "~/contract/languages";
import { APPEAL_MAX } from "~/contract/limits";
import type { OwnSuspension } from "~/contract/moderation";
import { reasonNames } from "~/contract/safety";
import { AuthCard } from "~/features/pages/auth-card";
import { Button } from "~/ui/button";
import { TextArea } from "~/ui/field";
import { textAreaProps } from "~/ui/field-props";
import { FormError } from "~/ui/form-error";
import { loneLink } from "~/ui/text-link";
import { useAccountForm } from "./use-account-form";

const subjects: Record<OwnSuspension["kind"], MessageDescriptor> = {
  post: msg`It is about your post.`,
  comment: msg`It is about your comment.`,
  message: msg`It is about your message.`,
  member: msg`It is about your profile.`,
  ai_image: msg`It is about your AI image.`,
};

/** Returns the day of a time: "3 December 2026". */
const dayOf = (iso: string, language: string) =>
  new Date(iso).toLocaleDateString(language === SOURCE ? "en-GB" : formatTag(language), {
    dateStyle: "long",
    timeZone: "UTC",
  });

interface Props {
  suspension: OwnSuspension;
  lastResult?: SubmissionResult<string[]>;
}

/** Renders why and until when a member who has tried to log in is suspended, with the form of the appeal. */
export function SuspensionForm({ suspension: { kind, reason, until, text, appeal }, lastResult }: Props) {
  const { t, i18n } = useLingui();
  const rule = t(reasonNames[reason]);
  const day = until && dayOf(until, i18n.locale);
  return (
    <AuthCard
      title={t`Your account is suspended`}
      subtitle={day ? t`Until ${day}. Reason: ${rule}.` : t`Reason: ${rule}.`}
      footer={
        <Link to="/login" className={loneLink}>
          <Trans>Back to log in</Trans>
        </Link>
      }
    >
      <div className="grid gap-3">
        <p>{t(subjects[kind])}</p>
        {text && (
          <blockquote dir="auto" className="wrap-anywhere line-clamp-6 border-line border-s-2 ps-3">
            {text}
          </blockquote>
        )}
        {appeal === "open" && (
          <p>
            <Trans>You have appealed. Another moderator will review it, and we will send you an email.</Trans>
          </p>
        )}
        {appeal === "upheld" && (
          <p>
            <Trans>Another moderator has reviewed your appeal. The decision stands.</Trans>
          </p>
        )}
      </div>
      {appeal === "none" && <AppealText lastResult={lastResult} />}
    </AuthCard>
  );
}

function AppealText({ lastResult }: Pick<Props, "lastResult">) {
  const { t } = useLingui();
  const { form, fields, busy } = useAccountForm("own-appeal", t`Appeal failed`, lastResult);
  return (
    <Form method="post" {...getFormProps(form)} className="mt-8 grid gap-5">
      <TextArea
        label={t`Why is this decision wrong?`}
        {...textAreaProps(fields.text)}
        limit={APPEAL_MAX}
        hint={t`Another moderator will review it. You can appeal once.`}
      />
      <FormError id={form.errorId} errors={form.errors} />
      <Button type="submit" wide busy={busy} busyLabel={t`Sending...`}>
        <Trans>Send appeal</Trans>
      </Button>
    </Form>
  );
}
