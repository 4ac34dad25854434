import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { ShieldCheck } from "lucide-react";
import { Form, Link } from "react-router";
import type { OpenAppeal, QueueItem, UndoableDecision } from "~/contract/moderation-views";
import { reasonNames, reportKinds, reportReasons } from "~/contract/safety";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { EmptyState } from "~/ui/states";
import { TimeAgo } from "~/ui/time-ago";
import { Choice } from "./choice";
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
  const { t } = useLingui();
  return (
    <Desk title={t`Moderation`} keys={t`j, k: move · Enter: open`}>
      {undoable && <UndoLine key={undoable.id} decision={undoable} />}
      <Filter {...filter} />
      {appeals.length > 0 && (
        <DeskPart title={t({ message: "Appeals", context: "noun" })}>
          <ul className="grid gap-1">
            {appeals.map((appeal) => (
              <li key={appeal.decisionId}>
                <Appeal appeal={appeal} />
              </li>
            ))}
          </ul>
        </DeskPart>
      )}
      <DeskPart title={t({ message: "Reports", context: "noun" })}>
        {reports.length === 0 ? (
          <EmptyState
            level={3}
            icon={<ShieldCheck aria-hidden />}
            title={t`All done`}
            text={t`There are no open reports here.`}
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

function Appeal({
  appeal: { decisionId, action, username, decidedBy, isOwn, since },
}: {
  appeal: OpenAppeal;
}) {
  const { t } = useLingui();
  const decision = t(actionNames[action]);
  return (
    <Link to={`/moderation/decisions/${decisionId}`} data-item className={row}>
      <span>
        <Trans>
          <bdi translate="no" className="wrap-anywhere font-semibold">
            {username}
          </bdi>{" "}
          appeals
        </Trans>
      </span>
      <span>{" · "}</span>
      {isOwn ? (
        <span key="own">
          {t({ message: `${decision} by you`, comment: "decision: for example “Removed”" })}
        </span>
      ) : (
        <span key="other">
          <Trans comment="decision: for example “Removed”">
            <span>{decision}</span> by <bdi translate="no">{decidedBy}</bdi>
          </Trans>
        </span>
      )}
      <TimeAgo iso={since} className="block text-muted text-sm" />
    </Link>
  );
}

function Report({
  item: { id, kind, urgency, reports, reason, username, text, since },
}: {
  item: QueueItem;
}) {
  const { t, i18n } = useLingui();
  const urgencyName = urgencyNames[urgency];
  return (
    <Link to={`/moderation/reports/${id}`} data-item className={row}>
      <span className="flex flex-wrap items-baseline gap-x-3">
        <span
          className={classNames(
            "font-semibold text-sm",
            urgency === 0 ? "text-danger" : urgency === 1 ? "text-ember-strong" : "text-muted",
          )}
        >
          {urgencyName && t(urgencyName)}
        </span>
        <span className="font-semibold">{i18n._(reasonNames[reason])}</span>
        <span className="wrap-anywhere text-muted text-sm">
          <span>{t(kindNames[kind])}</span> · <bdi translate="no">{username}</bdi> ·{" "}
          <span>{t({ message: plural(reports, { one: "# report", other: "# reports" }) })}</span> ·{" "}
          <TimeAgo iso={since} />
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
  const { t, i18n } = useLingui();
  return (
    <Form
      method="get"
      role="search"
      aria-label={t({ message: "Filter", context: "noun" })}
      className="mt-5 flex flex-wrap items-end gap-3"
    >
      <Choice
        name="kind"
        label={t({ message: "About", context: "reports", comment: "What reports are about" })}
        value={kind}
        all={t({ message: "Everything", comment: "Reports about everything" })}
        options={reportKinds.map((one) => [one, t(kindNames[one])])}
      />
      <Choice
        name="reason"
        label={t`Reason`}
        value={reason}
        all={t`Any reason`}
        options={reportReasons.map((one) => [one, i18n._(reasonNames[one])])}
      />
      <Button type="submit" variant="quiet">
        <Trans context="verb">Filter</Trans>
      </Button>
    </Form>
  );
}
