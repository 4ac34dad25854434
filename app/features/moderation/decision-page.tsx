import type { SubmissionResult } from "@conform-to/react";
import { Trans, useLingui } from "@lingui/react/macro";
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
  const { t } = useLingui();
  const { formData } = useNavigation();
  const hasOpenAppeal = appeal !== null && appealClosedAt === null;
  const problem = lastResult?.error?.[""]?.[0];
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
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {appeal}
          </p>
          <p className="mt-1 text-muted text-sm">
            <TimeAgo iso={appealedAt} />
            {appealClosedAt && (
              <span>
                {" · "}
                <Trans comment="Of a report or an appeal">closed</Trans>
              </span>
            )}
          </p>
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
                busyLabel={t`Storing...`}
              >
                <Trans>Undo the decision</Trans>
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
                  busyLabel={t`Storing...`}
                >
                  <Trans comment="Button that upholds a decision">Uphold it</Trans>
                </Button>
              )}
            </div>
          </Form>
        )}
      </DeskPart>
    </Desk>
  );
}
