import type { SubmissionResult } from "@conform-to/react";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { DeskMember } from "~/contract/member-actions";
import type { LogEntry } from "~/contract/moderation-views";
import { textLink } from "~/ui/text-link";
import { TimeAgo } from "~/ui/time-ago";
import { Desk, DeskPart } from "./desk";
import { EarlierDecisions } from "./log-list";
import { MemberActions } from "./member-actions";
import { dayOf, roleNames, stateNames } from "./names";

interface Props {
  member: DeskMember;
  history: LogEntry[];
  lastResult?: SubmissionResult<string[]>;
}

/** Renders the account of a member for moderators, with the actions that their role may take. */
export function MemberPage({ member, history, lastResult }: Props) {
  const { t } = useLingui();
  const { username, fullName, mayAct } = member;
  return (
    <Desk title={<bdi>{fullName}</bdi>} keys={t`j, k: move · Enter: open`}>
      <p className="mt-4">
        <Link to={`/profile/${username}`} dir="ltr" translate="no" className={textLink}>
          {`@${username}`}
        </Link>
      </p>
      <Facts member={member} />
      <DeskPart title={t({ message: "Actions", comment: "What a moderator can do with an account" })}>
        {mayAct === 1 && member.state !== "closed" ? (
          <MemberActions key={member.id} member={member} lastResult={lastResult} />
        ) : (
          <p>
            <Trans>You cannot change this account.</Trans>
          </p>
        )}
      </DeskPart>
      <EarlierDecisions entries={history} />
    </Desk>
  );
}

function Facts({ member }: Pick<Props, "member">) {
  const { t, i18n } = useLingui();
  const { role, state, until, silencedUntil, createdAt, email, emailConfirmed, hasTwoFactor, sessions } =
    member;
  const day = until && dayOf(i18n, until);
  const silenced = (day: string) => ` · ${t`silenced until ${day}`}`;
  const isConfirmed = emailConfirmed === 1 ? t`confirmed` : t`not confirmed`;
  return (
    <dl className="mt-4 grid max-w-lg gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
      <Fact name={t({ message: "State", comment: "Of an account" })}>
        <span>{day ? t`suspended until ${day}` : t(stateNames[state])}</span>
        {silencedUntil && <span>{silenced(dayOf(i18n, silencedUntil))}</span>}
      </Fact>
      {role !== "member" && (
        <Fact name={t({ message: "Role", comment: "Of a member" })}>{t(roleNames[role])}</Fact>
      )}
      <Fact name={t({ message: "Joined", comment: "When a member has joined" })}>
        <TimeAgo iso={createdAt} />
      </Fact>
      <Fact name={t`Email`}>
        {email && <bdi translate="no" className="wrap-anywhere">{`${email} · `}</bdi>}
        <span>{isConfirmed}</span>
      </Fact>
      <Fact name={t`Two-factor authentication`}>
        {hasTwoFactor === 1
          ? t({ message: "On", comment: "A part of the site is switched on" })
          : t({ message: "Off", context: "state" })}
      </Fact>
      <Fact name={t`Sessions`}>{i18n.number(sessions)}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="max-sm:mb-2">{children}</dd>
    </>
  );
}
