import { Link } from "react-router";
import { decisions } from "~/contract/moderation";
import type { LogEntry } from "~/contract/moderation-views";
import { reasonNames } from "~/contract/safety";
import { TimeAgo } from "~/ui/time-ago";
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

function Line({
  entry: { actor, action, member, kind, reason, note, until, hasRemoved, isUndone, createdAt },
}: {
  entry: LogEntry;
}) {
  const details = [
    kind !== "site" && reasonNames[reason],
    until && `until ${dayOf(until)}`,
    hasRemoved === 1 && action !== "remove" && "with removal",
    isUndone === 1 && "undone",
  ].filter(Boolean);
  return (
    <>
      <span className="wrap-anywhere">
        <span className="font-semibold">{actionNames[action]}</span> · <span>{subjectName(kind)}</span> ·{" "}
        <span translate="no">{member}</span> · by <span translate="no">{actor}</span>
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
