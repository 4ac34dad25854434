import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useId, useState } from "react";
import type { UserSummary } from "~/contract/accounts";
import { REPORT_DETAILS_MAX } from "~/contract/limits";
import { messageIn, ruleMessage } from "~/contract/messages";
import { type ReportSubject, reportInput } from "~/contract/reports";
import { reasonNames } from "~/contract/safety";
import { z } from "~/contract/zod";
import { api } from "~/features/api/client";
import { leavesForLogIn } from "~/features/api/session-end";
import { useInterruptedText } from "~/features/session/drafts";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { Dialog } from "~/ui/dialog";
import { dialogActions } from "~/ui/dialog-actions";
import { TextArea } from "~/ui/field";
import { FieldError } from "~/ui/field-error";
import { submitOnModEnter } from "~/ui/submit-on-enter";
import { showToast } from "~/ui/toast";
import { blockMember } from "./block";

export interface ReportProps {
  subject: ReportSubject;
  /** The reported member, whom the form offers to block. */
  member?: Pick<UserSummary, "id" | "username">;
  /** The member has been blocked, so leave or reload pages that show them. */
  onBlocked?: () => void;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Renders the content of the report dialog. A default export, as `lazy` needs it. */
export default function ReportForm({ subject, member, onBlocked, open, onOpenChange }: ReportProps) {
  const { t, i18n } = useLingui();
  const [problems, setProblems] = useState<{ reason?: string[]; details?: string[] }>({});
  const [busy, setBusy] = useState(false);
  const details = useInterruptedText("report", Object.values(subject).join());

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    const sent = Object.fromEntries(form);
    const { error, data } = reportInput.safeParse({ ...subject, ...sent });
    const textOf = ({ message }: { message: string }) => messageIn(i18n, ruleMessage(message));
    setProblems(error ? z.flattenError(error, textOf).fieldErrors : {});
    if (error) return;
    setBusy(true);
    const failure = await api("POST /api/reports", { body: data }).then(
      () => null,
      (error: unknown) => error ?? true,
    );
    setBusy(false);
    if (leavesForLogIn(failure)) return;
    if (failure) return showToast({ kind: "danger", title: t`Error`, text: t`Failed to send the report` });
    showToast({ title: t`Report sent`, text: t`Thank you. We will review it.` });
    onOpenChange(false);
    if (member && form.has("block") && (await blockMember(member))) onBlocked?.();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t(titleOf(subject, member))}
      keepsInput
      text={t`Our moderators will look at it. We won't tell anyone that you reported it.`}
    >
      <form onSubmit={submit} onKeyDown={submitOnModEnter} className="grid gap-5" noValidate>
        <Reasons error={problems.reason} onChoose={() => setProblems({})} />
        <TextArea
          label={t`Details`}
          name="details"
          ref={details}
          optional
          error={problems.details}
          limit={REPORT_DETAILS_MAX}
          rows={2}
        />
        {member && <Checkbox name="block" label={t`Also block ${{ username: member.username }}`} />}
        <div className={dialogActions}>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" busy={busy} busyLabel={t`Sending...`}>
            <Trans>Send report</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Reasons({ error, onChoose }: { error: string[] | undefined; onChoose: () => void }) {
  const { t } = useLingui();
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 font-medium text-sm">
        <Trans>Why are you reporting this?</Trans>
      </legend>
      {Object.entries(reasonNames).map(([reason, label]) => (
        <label key={reason} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name="reason"
            value={reason}
            onChange={onChoose}
            className="size-5 accent-ink"
          />
          <span>{t(label)}</span>
        </label>
      ))}
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}

function titleOf(
  { commentId, postId, messageId, imageId }: ReportSubject,
  member: ReportProps["member"],
): MessageDescriptor {
  if (commentId) return msg`Report this comment`;
  if (postId) return msg`Report this post`;
  if (messageId) return msg`Report this message`;
  if (imageId) return msg`Report this image`;
  return msg`Report ${{ username: member?.username ?? "" }}`;
}
