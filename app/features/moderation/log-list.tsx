import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "react-router";
import { decisions, IMAGE_CHECK, WORD_CHECK } from "~/contract/moderation";
import type { LogEntry } from "~/contract/moderation-views";
import { reasonNames } from "~/contract/safety";
import { TimeAgo } from "~/ui/time-ago";
import { ByMember } from "./by-member";
import { DeskPart } from "./desk";
import { actionNames, dayOf, subjectName } from "./names";

/** Renders lines of the audit log. Those that can be undone are links. */
export function LogList({ entries }: { entries: LogEntry[] }) {
  return (
    <ol className="grid gap-1">
      {entries.map((entry) => (
        <li key={entry.id}>
          {decisions.some((decision) => decision === entry.action) ? (
            <Link
              to={`/moderation/decisions/${entry.id}`}
              data-item
              className="-mx-3 block rounded-control px-3 py-2.5 hover:bg-wash"
            >
              <Line entry={entry} />
            </Link>
          ) : (
            <div className="py-2.5">
              <Line entry={entry} />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Renders the decisions about a member so far, if there are any. */
export function EarlierDecisions({ entries }: { entries: LogEntry[] }) {
  const { t } = useLingui();
  if (entries.length === 0) return null;
  return (
    <DeskPart title={t`Earlier decisions`}>
      <LogList entries={entries} />
    </DeskPart>
  );
}

function Actor({ name }: { name: string }) {
  if (name === IMAGE_CHECK)
    return (
      <span key="check">
        <Trans>by image check</Trans>
      </span>
    );
  if (name === WORD_CHECK)
    return (
      <span key="words">
        <Trans comment="Words that hold a post for review">by word check</Trans>
      </span>
    );
  return <ByMember name={name} />;
}

function Line({
  entry: { actor, action, member, kind, reason, note, until, hasRemoved, isUndone, createdAt },
}: {
  entry: LogEntry;
}) {
  const { t, i18n } = useLingui();
  const day = until && dayOf(i18n, until);
  const details = [
    kind !== "site" && i18n._(reasonNames[reason]),
    day && t({ message: `until ${day}`, comment: "The end of a silence or a suspension" }),
    hasRemoved === 1 && action !== "remove" && t`with removal`,
    isUndone === 1 && t({ message: "undone", comment: "Of a decision" }),
  ].filter(Boolean);
  return (
    <>
      <span className="wrap-anywhere">
        <span className="font-semibold">{t(actionNames[action])}</span> · <span>{t(subjectName(kind))}</span>{" "}
        · <bdi translate="no">{member}</bdi> · <Actor name={actor} />
      </span>
      <span className="block text-muted text-sm">
        <span>{details.map((detail) => `${detail} · `).join("")}</span>
        <TimeAgo iso={createdAt} />
      </span>
      {note && (
        <span dir="auto" className="wrap-anywhere block text-sm">
          {note}
        </span>
      )}
    </>
  );
}
