import type { SubmissionResult } from "@conform-to/react";
import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "react-router";
import { IMAGE_CHECK, WORD_CHECK } from "~/contract/moderation";
import type { ReportedMember, ReportView } from "~/contract/moderation-views";
import { postLines } from "~/contract/post-fields";
import { reasonNames } from "~/contract/safety";
import { textLink } from "~/ui/text-link";
import { TimeAgo } from "~/ui/time-ago";
import { ByMember } from "./by-member";
import { DecisionForm } from "./decision-form";
import { Desk, DeskPart } from "./desk";
import { kindTexts } from "./kind-texts";
import { EarlierDecisions } from "./log-list";
import { dayOf, roleNames } from "./names";

interface Props {
  report: ReportView;
  lastResult?: SubmissionResult<string[]>;
}

/** Renders a report: its subject as it was, who reported it, its author's history, and the decisions. */
export function ReportPage({ report, lastResult }: Props) {
  const { t } = useLingui();
  const { kind, snapshot, reports, history } = report;
  const isOpen = reports.some(({ closedAt }) => closedAt === null);
  return (
    <Desk
      title={t(kindTexts[kind].title(snapshot.username))}
      keys={t`d r c w s x: choose a decision · n: note`}
    >
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-10">
        <div>
          <Subject report={report} />
          <DeskPart title={t({ message: "Reports", context: "noun" })}>
            <ReportList reports={reports} />
          </DeskPart>
          <DeskPart title={t`Member`}>
            <Member report={report} />
          </DeskPart>
        </div>
        <DeskPart
          title={isOpen ? t`Decision` : t({ message: "Closed", comment: "The state of a report" })}
          className="lg:sticky lg:top-24 lg:row-span-2 lg:mt-5 lg:self-start lg:rounded-card lg:border lg:bg-surface lg:p-5"
        >
          {isOpen ? (
            <DecisionForm report={report} lastResult={lastResult} />
          ) : (
            <p>
              <Trans>This report is closed. Its decision is among the earlier ones.</Trans>
            </p>
          )}
        </DeskPart>
        <EarlierDecisions entries={history} />
      </div>
    </Desk>
  );
}

function ReportList({ reports }: Pick<ReportView, "reports">) {
  const { i18n } = useLingui();
  return (
    <ul className="grid gap-3">
      {reports.map(({ id, reason, details, reporter, createdAt, closedAt }) => (
        <li key={id}>
          <p>
            <span className="font-semibold">{i18n._(reasonNames[reason])}</span>{" "}
            <span className="text-muted text-sm">
              <Reporter name={reporter} />
              {" · "}
              <TimeAgo iso={createdAt} />
              {closedAt && (
                <span>
                  {" · "}
                  <Trans comment="Of a report or an appeal">closed</Trans>
                </span>
              )}
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

function Reporter({ name }: { name: string | null }) {
  const { t } = useLingui();
  if (name === null) return <span key="nobody">{t`by a deleted account`}</span>;
  if (name === IMAGE_CHECK) return <span key="check">{t`by the image check`}</span>;
  if (name === WORD_CHECK) return <span key="words">{t`by the word check`}</span>;
  return <ByMember name={name} />;
}

function Subject({ report: { id, kind, subjectId, snapshot, hasPhoto } }: Pick<Props, "report">) {
  const { t } = useLingui();
  const { text, at, altText = "", messages } = snapshot;
  const photos = [{ altText }, ...(snapshot.photos ?? [])];
  return (
    <div className="mt-5 grid gap-4">
      {hasPhoto &&
        photos.map((photo, place) => (
          <img
            // biome-ignore lint/suspicious/noArrayIndexKey: the photos of a snapshot never change
            key={place}
            src={`/moderation/reports/${id}/photo${place === 0 ? "" : `?at=${place}`}`}
            alt={photo.altText || t(place === 0 ? kindTexts[kind].photo : furtherPhoto(place + 1))}
            className="max-h-[60dvh] max-w-full justify-self-start rounded-card"
          />
        ))}
      {messages ? (
        <ol className="grid gap-2 border-line border-s-2 ps-4">
          {messages.map((message) => (
            <li key={message.id} className={message.id === subjectId ? "font-semibold" : "text-muted"}>
              <bdi translate="no">{message.username}</bdi>:{" "}
              <bdi className="wrap-anywhere whitespace-pre-line">{message.text}</bdi>
              {message.id === subjectId && (
                <span className="sr-only">
                  {" "}
                  <Trans>(the reported message)</Trans>
                </span>
              )}
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
        {postLines.map(({ name }) => snapshot[name] && <span key={name}>{`${snapshot[name]} · `}</span>)}
        <span>{photos.map((photo) => photo.altText && `${t(altTextOf(photo.altText))} · `).join("")}</span>
        <TimeAgo iso={at} />
      </p>
    </div>
  );
}

/** Returns the alt text of a photo after the first one, which only posts have. @param place from 2 */
const furtherPhoto = (place: number) => msg`Reported post, photo ${place}`;

const altTextOf = (altText: string) => msg`Alt text: ${altText}`;

function Member({ report: { snapshot, member } }: Pick<Props, "report">) {
  const { i18n } = useLingui();
  const { username } = member ?? snapshot;
  if (!member)
    return (
      <p key="deleted">
        <Trans>
          <bdi translate="no">{username}</bdi> has deleted their account.
        </Trans>
      </p>
    );
  return (
    <p>
      <span>
        <Trans comment="The last placeholder is a time, for example “3 days ago”">
          <Link to={`/profile/${username}`} dir="ltr" translate="no" className={textLink}>
            {username}
          </Link>{" "}
          joined <TimeAgo iso={member.createdAt} />
        </Trans>
      </span>
      <span>
        {[...countsOf(member), ...statesOf(i18n, member)].map((part) => ` · ${i18n._(part)}`).join("")}
      </span>
    </p>
  );
}

function countsOf({
  postCount,
  followerCount,
  followingCount,
  reports,
}: ReportedMember): MessageDescriptor[] {
  const connections = followerCount + followingCount;
  return [
    msg({ message: plural(postCount, { one: "# post", other: "# posts" }) }),
    msg({ message: plural(connections, { one: "# connection", other: "# connections" }) }),
    msg({ message: plural(reports, { one: "# report in all", other: "# reports in all" }) }),
  ];
}

function statesOf(
  i18n: I18n,
  { role, isSuspended, suspendedUntil, silencedUntil, invitedBy }: ReportedMember,
): MessageDescriptor[] {
  const states: MessageDescriptor[] = [];
  if (invitedBy !== null)
    states.push(invitedBy ? msg`invited by ${invitedBy}` : msg`invited by a deleted account`);
  if (role !== "member") states.push(roleNames[role]);
  if (isSuspended === 1) states.push(suspensionOf(i18n, suspendedUntil));
  const day = silencedUntil && dayOf(i18n, silencedUntil);
  if (day) states.push(msg`silenced until ${day}`);
  return states;
}

function suspensionOf(i18n: I18n, until: string | null): MessageDescriptor {
  const day = until && dayOf(i18n, until);
  return day ? msg`suspended until ${day}` : msg({ message: "suspended", comment: "Of a member" });
}
