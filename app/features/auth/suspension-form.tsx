import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form, Link } from "react-router";
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

const subjects: Record<OwnSuspension["kind"], string> = {
  post: "It is about your post.",
  comment: "It is about your comment.",
  message: "It is about your message.",
  member: "It is about your profile.",
  ai_image: "It is about your AI image.",
};

const dayOf = (iso: string) =>
  new Date(iso).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });

interface Props {
  suspension: OwnSuspension;
  lastResult?: SubmissionResult<string[]>;
}

/** Renders why and until when a member who has tried to log in is suspended, with the form of the appeal. */
export function SuspensionForm({ suspension: { kind, reason, until, text, appeal }, lastResult }: Props) {
  return (
    <AuthCard
      title="Your account is suspended"
      subtitle={`${until ? `Until ${dayOf(until)}. ` : ""}Reason: ${reasonNames[reason]}.`}
      footer={
        <Link to="/login" className={loneLink}>
          Back to log in
        </Link>
      }
    >
      <div className="grid gap-3">
        <p>{subjects[kind]}</p>
        {text && (
          <blockquote dir="auto" className="wrap-anywhere line-clamp-6 border-line border-s-2 ps-3">
            {text}
          </blockquote>
        )}
        {appeal === "open" && (
          <p>You have appealed. Another moderator will review it, and we will send you an email.</p>
        )}
        {appeal === "upheld" && <p>Another moderator has reviewed your appeal. The decision stands.</p>}
      </div>
      {appeal === "none" && <AppealText lastResult={lastResult} />}
    </AuthCard>
  );
}

function AppealText({ lastResult }: Pick<Props, "lastResult">) {
  const { form, fields, busy } = useAccountForm("own-appeal", "Appeal failed", lastResult);
  return (
    <Form method="post" {...getFormProps(form)} className="mt-8 grid gap-5">
      <TextArea
        label="Why is this decision wrong?"
        {...textAreaProps(fields.text)}
        limit={APPEAL_MAX}
        hint="Another moderator will review it. You can appeal once."
      />
      <FormError id={form.errorId} errors={form.errors} />
      <Button type="submit" wide busy={busy} busyLabel="Sending...">
        Send appeal
      </Button>
    </Form>
  );
}
