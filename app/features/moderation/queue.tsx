import { ShieldCheck } from "lucide-react";
import { Form, Link } from "react-router";
import { counted } from "~/contract/counted";
import type { OpenAppeal, QueueItem, UndoableDecision } from "~/contract/moderation-views";
import { reasonNames } from "~/contract/safety";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { controlLook } from "~/ui/control-look";
import { EmptyState } from "~/ui/states";
import { TimeAgo } from "~/ui/time-ago";
import { Desk, DeskPart } from "./desk";
import { actionNames, kindNames, urgencyNames } from "./names";
import { UndoLine } from "./undo-line";

interface Props {
  reports: QueueItem[];
  appeals: OpenAppeal[];
  filter: { kind: string; reason: string };
  /** The decision that the viewer has just made. */
  undoable: UndoableDecision | null;
}

const row = "-mx-3 block rounded-control px-3 py-3 hover:bg-wash";

/** Renders the queue of open reports, the most urgent first, and the open appeals. */
export function Queue({ reports, appeals, filter, undoable }: Props) {
  return (
    <Desk title="Moderation" keys="j, k: move · Enter: open · l: log · i: site">
      {undoable && <UndoLine key={undoable.id} decision={undoable} />}
      <Filter {...filter} />
      {appeals.length > 0 && (
        <DeskPart title="Appeals">
          <ul className="grid gap-1">
            {appeals.map(({ decisionId, action, username, decidedBy, isOwn, since }) => (
              <li key={decisionId}>
                <Link to={`/moderation/decisions/${decisionId}`} data-item className={row}>
                  <span translate="no" className="wrap-anywhere font-semibold">
                    {username}
                  </span>{" "}
                  appeals · <span>{actionNames[action]}</span> by{" "}
                  {isOwn ? <span>you</span> : <span translate="no">{decidedBy}</span>}
                  <TimeAgo iso={since} className="block text-muted text-sm" />
                </Link>
              </li>
            ))}
          </ul>
        </DeskPart>
      )}
      <DeskPart title="Reports">
        {reports.length === 0 ? (
          <EmptyState
            level={3}
            icon={<ShieldCheck aria-hidden />}
            title="All done"
            text="There are no open reports here."
          />
        ) : (
          <ol className="grid gap-1">
            {reports.map((item) => (
              <li key={item.id}>
                <Report item={item} />
              </li>
            ))}
          </ol>
        )}
      </DeskPart>
    </Desk>
  );
}

function Report({
  item: { id, kind, urgency, reports, reason, username, text, since },
}: {
  item: QueueItem;
}) {
  return (
    <Link to={`/moderation/reports/${id}`} data-item className={row}>
      <span className="flex flex-wrap items-baseline gap-x-3">
        <span
          className={classNames(
            "font-semibold text-sm",
            urgency === 0 ? "text-danger" : urgency === 1 ? "text-ember-strong" : "text-muted",
          )}
        >
          {urgencyNames[urgency]}
        </span>
        <span className="font-semibold">{reasonNames[reason]}</span>
        <span className="wrap-anywhere text-muted text-sm">
          <span>{kindNames[kind]}</span> · <span translate="no">{username}</span> ·{" "}
          <span>{counted(reports, "report")}</span> · <TimeAgo iso={since} />
        </span>
      </span>
      {text && (
        <span dir="auto" className="mt-1 line-clamp-1 text-muted">
          {text}
        </span>
      )}
    </Link>
  );
}

function Filter({ kind, reason }: Props["filter"]) {
  return (
    <Form method="get" role="search" aria-label="Filter" className="mt-5 flex flex-wrap items-end gap-3">
      <Choice name="kind" label="About" value={kind} all="Everything" options={kindNames} />
      <Choice name="reason" label="Reason" value={reason} all="Any reason" options={reasonNames} />
      <Button type="submit" look="quiet">
        Filter
      </Button>
    </Form>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  value: string;
  /** The option that selects nothing. */
  all?: string;
  options: Record<string, string>;
}

/** Renders a native list of options with its label. */
export function Choice({ name, label, value, all, options }: ChoiceProps) {
  return (
    <label className="grid content-start gap-1.5 font-medium text-sm">
      <span>{label}</span>
      {/* The key sets the value again when the page's address changes. */}
      <select
        key={value}
        name={name}
        defaultValue={value}
        className={controlLook("min-h-11 font-normal text-base")}
      >
        {all && <option value="">{all}</option>}
        {Object.entries(options).map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
