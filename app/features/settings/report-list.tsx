import { type ReportKind, type ReportView, reasonNames } from "~/contract/safety";
import { TimeAgo } from "~/ui/time-ago";

const subjects: Record<ReportKind, (username: string) => string> = {
  post: (username) => `A post by ${username}`,
  comment: (username) => `A comment by ${username}`,
  message: (username) => `A message from ${username}`,
  member: (username) => username,
  ai_image: () => "An AI image",
};

/** Renders the member's own reports, each with its state. */
export function ReportList({ reports }: { reports: ReportView[] }) {
  if (reports.length === 0) return <p>You have not reported anything.</p>;
  return (
    <ul className="grid gap-4">
      {reports.map((report) => (
        <li key={report.id}>
          <p className="wrap-anywhere font-medium">{subjects[report.kind](report.username)}</p>
          <p className="text-muted text-sm">
            <span>{reasonNames[report.reason]}</span> · <TimeAgo iso={report.createdAt} />
          </p>
          <p className="text-sm">{stateOf(report)}</p>
        </li>
      ))}
    </ul>
  );
}

function stateOf({ hasLedToAction }: ReportView): string {
  if (hasLedToAction === null) return "We are reviewing it.";
  return hasLedToAction
    ? "We reviewed it and took action. Thank you."
    : "We reviewed it and found no violation of our rules.";
}
