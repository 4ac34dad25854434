import type { SubmissionResult } from "@conform-to/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { Form, Link } from "react-router";
import type { LogEntry } from "~/contract/moderation-views";
import { textLink } from "~/ui/text-link";
import { TimeAgo } from "~/ui/time-ago";
import { ActionButton } from "./action-button";
import { Desk, DeskPart } from "./desk";
import { LogList } from "./log-list";
import { NoteField } from "./note-field";
import { Problems } from "./problems";

interface Props {
  decision: LogEntry & {
    reportId: string | null;
    text: string | null;
    appeal: string | null;
    appealedAt: string | null;
    appealClosedAt: string | null;
  };
  lastResult?: SubmissionResult<string[]>;
}

/** Renders a decision with its appeal, to undo or uphold it. */
export function DecisionPage({ decision, lastResult }: Props) {
  const { member, text, reportId, appeal, appealedAt, appealClosedAt, isUndone } = decision;
  const { t } = useLingui();
  const hasOpenAppeal = appeal !== null && appealClosedAt === null;
  return (
    <Desk title={t`Decision about ${member}`} keys={t`u: undo · h: uphold · n: note`}>
      <div className="mt-5">
        <LogList entries={[decision]} />
      </div>
      {text && (
        <blockquote dir="auto" className="wrap-anywhere mt-3 border-line border-s-2 ps-4">
          {text}
        </blockquote>
      )}
      {reportId && (
        <p className="mt-3">
          <Link to={`/moderation/reports/${reportId}`} className={textLink}>
            <Trans>The report</Trans>
          </Link>
        </p>
      )}
      {appeal !== null && appealedAt && (
        <DeskPart title={t({ message: "Appeal", context: "noun" })}>
          <Appeal text={appeal} at={appealedAt} isClosed={appealClosedAt !== null} />
        </DeskPart>
      )}
      <DeskPart
        title={t({ message: "Review", comment: "Heading above the form that undoes or upholds a decision" })}
      >
        {isUndone === 1 ? (
          <p>
            <Trans>This decision was undone.</Trans>
          </p>
        ) : (
          <Form method="post" className="grid gap-5">
            <Problems lastResult={lastResult} />
            <NoteField />
            <div className="flex flex-wrap gap-3">
              <ActionButton action="undo" shortcut="u">
                <Trans>Undo the decision</Trans>
              </ActionButton>
              {hasOpenAppeal && (
                <ActionButton action="uphold" shortcut="h" variant="quiet">
                  <Trans comment="Button that upholds a decision">Uphold it</Trans>
                </ActionButton>
              )}
            </div>
          </Form>
        )}
      </DeskPart>
    </Desk>
  );
}

function Appeal({ text, at, isClosed }: { text: string; at: string; isClosed: boolean }) {
  return (
    <>
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {text}
      </p>
      <p className="mt-1 text-muted text-sm">
        <TimeAgo iso={at} />
        {isClosed && (
          <span>
            {" · "}
            <Trans comment="Of a report or an appeal">closed</Trans>
          </span>
        )}
      </p>
    </>
  );
}
