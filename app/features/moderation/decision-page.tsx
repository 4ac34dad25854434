import type { SubmissionResult } from "@conform-to/react";
import { Form, Link, useNavigation } from "react-router";
import type { LogEntry } from "~/contract/moderation-views";
import { Button } from "~/ui/button";
import { textLink } from "~/ui/text-link";
import { TimeAgo } from "~/ui/time-ago";
import { Desk, DeskPart } from "./desk";
import { LogList } from "./log-list";
import { NoteField } from "./note-field";

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
  const { formData } = useNavigation();
  const hasOpenAppeal = appeal !== null && appealClosedAt === null;
  const problem = lastResult?.error?.[""]?.[0];
  return (
    <Desk title={`Decision about ${member}`} keys="u: undo · h: uphold · n: note · q: queue">
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
            The report
          </Link>
        </p>
      )}
      {appeal !== null && appealedAt && (
        <DeskPart title="Appeal">
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {appeal}
          </p>
          <p className="mt-1 text-muted text-sm">
            <TimeAgo iso={appealedAt} />
            {appealClosedAt && <span> · closed</span>}
          </p>
        </DeskPart>
      )}
      <DeskPart title="Review">
        {isUndone === 1 ? (
          <p>This decision was undone.</p>
        ) : (
          <Form method="post" className="grid gap-5">
            {problem && (
              <p role="alert" className="text-danger">
                {problem}
              </p>
            )}
            <NoteField />
            <div className="flex flex-wrap gap-3">
              <Button
                type="submit"
                name="action"
                value="undo"
                data-key="u"
                aria-keyshortcuts="u"
                busy={formData?.get("action") === "undo"}
                busyLabel="Storing..."
              >
                Undo the decision
              </Button>
              {hasOpenAppeal && (
                <Button
                  type="submit"
                  look="quiet"
                  name="action"
                  value="uphold"
                  data-key="h"
                  aria-keyshortcuts="h"
                  busy={formData?.get("action") === "uphold"}
                  busyLabel="Storing..."
                >
                  Uphold it
                </Button>
              )}
            </div>
          </Form>
        )}
      </DeskPart>
    </Desk>
  );
}
