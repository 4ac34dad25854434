import type { MessageDescriptor } from "@lingui/core";
import { msg, select } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReportView } from "~/contract/reports";
import { reasonNames } from "~/contract/safety";
import { TimeAgo } from "~/ui/time-ago";

const subjectOf = ({ kind, username }: ReportView): MessageDescriptor =>
  msg({
    message: select(kind, {
      post: `A post by ${username}`,
      comment: `A comment by ${username}`,
      message: `A message from ${username}`,
      ai_image: "An AI image",
      other: `${username}`,
    }),
    comment: "The subject of a report; the last one is a member",
  });

/** Renders the member's own reports, each with its state. */
export function ReportList({ reports }: { reports: ReportView[] }) {
  const { t } = useLingui();
  if (reports.length === 0)
    return (
      <p>
        <Trans>You have not reported anything.</Trans>
      </p>
    );
  return (
    <ul className="grid gap-4">
      {reports.map((report) => (
        <li key={report.id}>
          <p className="wrap-anywhere font-medium">{t(subjectOf(report))}</p>
          <p className="text-muted text-sm">
            <span>{t(reasonNames[report.reason])}</span> · <TimeAgo iso={report.createdAt} />
          </p>
          <p className="text-sm">{t(stateOf(report))}</p>
        </li>
      ))}
    </ul>
  );
}

function stateOf({ hasLedToAction }: ReportView): MessageDescriptor {
  if (hasLedToAction === null) return msg`We are reviewing it.`;
  return hasLedToAction
    ? msg`We reviewed it and took action. Thank you.`
    : msg`We reviewed it and found no violation of our rules.`;
}
