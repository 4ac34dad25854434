import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { HealthView, LastRun } from "~/contract/health-views";
import { TimeAgo } from "~/ui/time-ago";
import { State } from "./health-state";

/** Renders whether the databases have the migrations of this build. */
export function MigrationsShown({ applied, missing }: HealthView["migrations"]) {
  const { t } = useLingui();
  if (missing.length === 0) {
    return (
      <State key="applied">
        {t`${plural(applied, {
          one: "The database has the # migration of this version.",
          other: "The database has all # migrations of this version.",
        })}`}
      </State>
    );
  }
  const names = missing.join(", ");
  return (
    <State key="missing" isIll>
      <span>{t`Migrations that are not applied:`}</span>{" "}
      <span translate="no" dir="ltr">
        {names}
      </span>
    </State>
  );
}

/** Renders the result of the last hourly run. */
export function LastRunShown({ run }: { run: LastRun | null }) {
  const { t, i18n } = useLingui();
  if (!run) {
    return (
      <State isNeutral>
        <Trans>No run is recorded yet.</Trans>
      </State>
    );
  }
  const seconds = i18n.number(run.tookMs / 1000, {
    style: "unit",
    unit: "second",
    unitDisplay: "long",
    maximumFractionDigits: 1,
  });
  const swept = run.swept.map(({ name, count }) => `${name} ${i18n.number(count)}`).join(", ");
  const failed = run.failed.join(", ");
  return (
    <div className="grid gap-2">
      <State isIll={run.isLate}>{run.isLate ? t`The hourly run is late.` : t`The hourly run works.`}</State>
      {failed && (
        <State isIll>
          <span>{t({ message: "Failed:", comment: "Before the names of jobs" })}</span>{" "}
          <span translate="no" dir="ltr">
            {failed}
          </span>
        </State>
      )}
      <State isIll={run.isCut}>
        {run.isCut ? t`It left work for the next run.` : t`It left no work for the next run.`}
      </State>
      {swept && (
        <p className="text-sm">
          <span>{t({ message: "Handled:", comment: "Before the names of jobs, each with a number" })}</span>{" "}
          <span translate="no" dir="ltr" className="wrap-anywhere">
            {swept}
          </span>
        </p>
      )}
      <p className="text-muted text-sm">
        <TimeAgo iso={run.endedAt} /> <span>{`· ${seconds}`}</span>
      </p>
    </div>
  );
}
