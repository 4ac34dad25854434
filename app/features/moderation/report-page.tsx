import type { SubmissionResult } from "@conform-to/react";
import { Link } from "react-router";
import { counted } from "~/contract/counted";
import type { ReportView } from "~/contract/moderation-views";
import { reasonNames } from "~/contract/safety";
import { textLink } from "~/ui/text-link";
import { TimeAgo } from "~/ui/time-ago";
import { DecisionForm } from "./decision-form";
import { Desk, DeskPart } from "./desk";
import { LogList } from "./log-list";
import { dayOf, kindNames } from "./names";

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
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-10">
        <div>
          <Subject report={report} />
          <DeskPart title="Reports">
            <ReportList reports={reports} />
          </DeskPart>
          <DeskPart title="Member">
            <Member report={report} />
          </DeskPart>
        </div>
        <DeskPart
          title={isOpen ? "Decision" : "Closed"}
          className="lg:sticky lg:top-24 lg:row-span-2 lg:mt-5 lg:self-start lg:rounded-card lg:border lg:bg-surface lg:p-5"
        >
          {isOpen ? (
            <DecisionForm report={report} lastResult={lastResult} />
          ) : (
            <p>This report is closed. Its decision is among the earlier ones.</p>
          )}
        </DeskPart>
        {history.length > 0 && (
          <DeskPart title="Earlier decisions">
            <LogList entries={history} />
          </DeskPart>
        )}
      </div>
    </Desk>
  );
}

function ReportList({ reports }: Pick<ReportView, "reports">) {
  return (
    <ul className="grid gap-3">
      {reports.map(({ id, reason, details, reporter, createdAt, closedAt }) => (
        <li key={id}>
          <p>
            <span className="font-semibold">{reasonNames[reason]}</span>{" "}
            <span className="text-muted text-sm">
              by <span>{reporter ?? "a deleted account"}</span> · <TimeAgo iso={createdAt} />
              {closedAt && <span> · closed</span>}
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
              <span translate="no">{`${message.username}: `}</span>
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
        {location && <span>{`${location} · `}</span>}
        <span>{photos.map((photo) => photo.altText && `Alt text: ${photo.altText} · `).join("")}</span>
        <TimeAgo iso={at} />
      </p>
    </div>
  );
}

function Member({ report: { snapshot, member } }: Pick<Props, "report">) {
  if (!member)
    return (
      <p key="deleted">
        <bdi translate="no">{snapshot.username}</bdi> has deleted their account.
      </p>
    );
  const { username, createdAt, role, postCount, followerCount, followingCount, reports } = member;
  const state = [
    role !== "member" && role,
    member.isSuspended === 1 &&
      `suspended${member.suspendedUntil ? ` until ${dayOf(member.suspendedUntil)}` : ""}`,
    member.silencedUntil && `silenced until ${dayOf(member.silencedUntil)}`,
  ].filter(Boolean);
  return (
    <p>
      <Link to={`/profile/${username}`} translate="no" className={textLink}>
        {username}
      </Link>{" "}
      joined <TimeAgo iso={createdAt} /> ·{" "}
      <span>
        {[
          counted(postCount, "post"),
          counted(followerCount + followingCount, "connection"),
          `${counted(reports, "report")} in all`,
          ...state,
        ].join(" · ")}
      </span>
    </p>
  );
}
