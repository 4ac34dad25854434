import { type FormEvent, useId, useState } from "react";
import { REPORT_DETAILS_MAX } from "~/contract/limits";
import { type ReportReason, reportInput } from "~/contract/safety";
import { z } from "~/contract/zod";
import { api } from "~/features/api/client";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { dialogActions } from "~/ui/dialog-actions";
import { TextArea } from "~/ui/field";
import { FieldError } from "~/ui/field-error";
import { submitOnModEnter } from "~/ui/submit-on-enter";
import { showToast } from "~/ui/toast";

export interface ReportProps {
  /** The reported post or member. */
  subject: { postId: string } | { userId: string };
  /** Name of the subject in the dialog's title, such as a username or "this post". */
  name: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const labels: Record<ReportReason, string> = {
  spam: "Spam or a scam",
  harassment: "Harassment or hate",
  nudity: "Nudity or sexual content",
  violence: "Violence or a threat",
  impersonation: "Pretending to be someone else",
  other: "Something else",
};

/** Renders the content of the report dialog. A default export, as `lazy` needs it. */
export default function ReportForm({ subject, name, open, onOpenChange }: ReportProps) {
  const [problems, setProblems] = useState<{ reason?: string[]; details?: string[] }>({});
  const [busy, setBusy] = useState(false);
  const id = useId();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const sent = Object.fromEntries(new FormData(event.currentTarget));
    const checked = reportInput.safeParse({ ...subject, ...sent });
    setProblems(checked.error ? z.flattenError(checked.error).fieldErrors : {});
    if (!checked.success) return;
    setBusy(true);
    const isSent = await api("POST /api/reports", { body: checked.data }).then(
      () => true,
      () => false,
    );
    setBusy(false);
    if (!isSent) return showToast({ kind: "danger", title: "Error", text: "Failed to send the report" });
    showToast({ title: "Report sent", text: "Thank you. We will review it." });
    onOpenChange(false);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Report ${name}`}
      keepsInput
      text="Your report goes to the Afterglow team. We will not notify the member."
    >
      <form onSubmit={submit} onKeyDown={submitOnModEnter} className="grid gap-5" noValidate>
        <fieldset aria-describedby={problems.reason ? `${id}-error` : undefined}>
          <legend className="mb-1 font-medium text-sm">Why are you reporting this?</legend>
          {Object.entries(labels).map(([reason, label]) => (
            <label key={reason} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="reason"
                value={reason}
                onChange={() => setProblems({})}
                className="size-5 accent-ink"
              />
              {label}
            </label>
          ))}
          <FieldError id={`${id}-error`} error={problems.reason} />
        </fieldset>
        <TextArea
          label="Details"
          name="details"
          optional
          error={problems.details}
          limit={REPORT_DETAILS_MAX}
          rows={2}
        />
        <div className={dialogActions}>
          <Button look="quiet" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" busy={busy} busyLabel="Sending...">
            Send report
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
