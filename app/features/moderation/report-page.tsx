import type { SubmissionResult } from "@conform-to/react";
import { Form, Link, useNavigation } from "react-router";
import { counted } from "~/contract/counted";
import { DECISION_DAYS_MAX, MODERATION_NOTE_MAX } from "~/contract/limits";
import { decisions } from "~/contract/moderation";
import type { ReportView } from "~/contract/moderation-views";
import { reasonNames } from "~/contract/safety";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { Field, TextArea } from "~/ui/field";
import { textLink } from "~/ui/text-link";
import { TimeAgo } from "~/ui/time-ago";
import { Desk, DeskPart } from "./desk";
import { LogList } from "./log-list";
import { dayOf, decisionButtons, kindNames } from "./names";
import { Choice } from "./queue";

interface Props {
  report: ReportView;
  lastResult?: SubmissionResult<string[]>;
}

/** Renders a report: its subject as it was, who reported it, its author's history, and the decisions. */
export function ReportPage({ report, lastResult }: Props) {
  const { kind, snapshot, reports, history } = report;
  const isOpen = reports.some(({ closedAt }) => closedAt === null);
  return (
    <Desk
      title={`${kindNames[kind]} by ${snapshot.username}`}
      keys="d r c w s x: choose a decision · n: note · q: queue"
    >
      <Subject report={report} />
      <DeskPart title={isOpen ? "Decision" : "Closed"}>
        {isOpen ? (
          <DecisionForm report={report} lastResult={lastResult} />
        ) : (
          <p>This report is closed. Its decision is below.</p>
        )}
      </DeskPart>
      <DeskPart title="Reports">
        <ul className="grid gap-3">
          {reports.map(({ id, reason, details, reporter, createdAt, closedAt }) => (
            <li key={id}>
              <p>
                <span className="font-semibold">{reasonNames[reason]}</span>{" "}
                <span className="text-muted text-sm">
                  by {reporter ?? "a deleted account"} · <TimeAgo iso={createdAt} />
                  {closedAt && " · closed"}
                </span>
              </p>
              {details && (
                <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                  {details}
                </p>
              )}
            </li>
          ))}
        </ul>
      </DeskPart>
      <DeskPart title="Member">
        <Member report={report} />
      </DeskPart>
      {history.length > 0 && (
        <DeskPart title="Earlier decisions">
          <LogList entries={history} />
        </DeskPart>
      )}
    </Desk>
  );
}

function Subject({ report: { id, kind, subjectId, snapshot, hasPhoto } }: Pick<Props, "report">) {
  const { text, at, location, altText = "", messages } = snapshot;
  const photos = [{ altText }, ...(snapshot.photos ?? [])];
  return (
    <div className="mt-5 grid gap-4">
      {hasPhoto &&
        photos.map((photo, place) => (
          <img
            // biome-ignore lint/suspicious/noArrayIndexKey: the photos of a snapshot never change
            key={place}
            src={`/moderation/reports/${id}/photo${place === 0 ? "" : `?at=${place}`}`}
            alt={
              photo.altText ||
              `Reported ${kindNames[kind].toLowerCase()}${place === 0 ? "" : `, photo ${place + 1}`}`
            }
            className="max-h-[60dvh] max-w-full justify-self-start rounded-card"
          />
        ))}
      {messages ? (
        <ol className="grid gap-2 border-line border-s-2 ps-4">
          {messages.map((message) => (
            <li key={message.id} className={message.id === subjectId ? "font-semibold" : "text-muted"}>
              <span>{message.username}: </span>
              <bdi className="wrap-anywhere whitespace-pre-line">{message.text}</bdi>
              {message.id === subjectId && <span className="sr-only"> (the reported message)</span>}
            </li>
          ))}
        </ol>
      ) : (
        text && (
          <blockquote
            dir="auto"
            className="wrap-anywhere whitespace-pre-line border-line border-s-2 ps-4 text-lg"
          >
            {text}
          </blockquote>
        )
      )}
      <p className="wrap-anywhere text-muted text-sm">
        {location && `${location} · `}
        {photos.map((photo) => photo.altText && `Alt text: ${photo.altText} · `)}
        <TimeAgo iso={at} />
      </p>
    </div>
  );
}

function Member({ report: { snapshot, member } }: Pick<Props, "report">) {
  if (!member) return <p>{snapshot.username} has deleted their account.</p>;
  const { username, createdAt, role, postCount, followerCount, followingCount, reports } = member;
  const state = [
    role !== "member" && role,
    member.isSuspended === 1 &&
      `suspended${member.suspendedUntil ? ` until ${dayOf(member.suspendedUntil)}` : ""}`,
    member.silencedUntil && `silenced until ${dayOf(member.silencedUntil)}`,
  ].filter(Boolean);
  return (
    <p>
      <Link to={`/profile/${username}`} className={textLink}>
        {username}
      </Link>{" "}
      joined <TimeAgo iso={createdAt} /> ·{" "}
      {[
        counted(postCount, "post"),
        counted(followerCount + followingCount, "connection"),
        `${counted(reports, "report")} in all`,
        ...state,
      ].join(" · ")}
    </p>
  );
}

function DecisionForm({ report: { kind, reports }, lastResult }: Props) {
  const { formData } = useNavigation();
  const problems = Object.values(lastResult?.error ?? {}).flatMap((messages) => messages ?? []);
  const offered = decisions.filter((action) => {
    if (action === "remove") return kind !== "member";
    return action !== "cover" || kind === "post";
  });
  return (
    <Form method="post" className="grid gap-5">
      {problems.length > 0 && (
        <p role="alert" className="text-danger">
          {[...new Set(problems)].join(" ")}
        </p>
      )}
      <div className="grid gap-4 md:grid-cols-2">
        <Choice name="reason" label="Reason" value={reports[0]?.reason ?? "other"} options={reasonNames} />
        <Field
          label="Days"
          name="days"
          type="number"
          min={1}
          max={DECISION_DAYS_MAX}
          defaultValue={7}
          hint="For a silence or a suspension. Empty: a suspension without an end."
        />
      </div>
      <TextArea
        label="Note"
        name="note"
        optional
        data-key="n"
        limit={MODERATION_NOTE_MAX}
        rows={2}
        hint="For moderators only."
      />
      {kind !== "member" && (
        <Checkbox
          name="removes"
          label={`Remove the ${kindNames[kind].toLowerCase()} too, with a warning, silence or suspension`}
        />
      )}
      <div className="flex flex-wrap gap-3">
        {offered.map((action) => (
          <Button
            key={action}
            type="submit"
            name="action"
            value={action}
            look={action === "suspend" ? "danger" : action === "dismiss" ? "quiet" : "primary"}
            data-key={decisionButtons[action].key}
            aria-keyshortcuts={decisionButtons[action].key}
            busy={formData?.get("action") === action}
            busyLabel="Storing..."
          >
            {decisionButtons[action].label}
          </Button>
        ))}
      </div>
    </Form>
  );
}
