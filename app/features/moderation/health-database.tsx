import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { HealthView, LastRun } from "~/contract/health-views";
import { TimeAgo } from "~/ui/time-ago";
import { State } from "./health-state";

/** Renders whether the databases have the migrations of this build. */
export function MigrationsShown({ applied, missing }: HealthView["migrations"]) {
  if (missing.length === 0) {
    return (
      <State>
        <Plural
          value={applied}
          one="The database has the # migration of this version."
          other="The database has all # migrations of this version."
        />
      </State>
    );
  }
  const names = missing.join(", ");
  return (
    <State isIll>
      <Trans>Migrations that are not applied:</Trans>{" "}
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
      <State isIll={run.isLate}>
        {run.isLate ? <Trans>The hourly run is late.</Trans> : <Trans>The hourly run works.</Trans>}
      </State>
      {failed && (
        <State isIll>
          {t({ message: "Failed:", comment: "Before the names of jobs" })}{" "}
          <span translate="no" dir="ltr">
            {failed}
          </span>
        </State>
      )}
      <State isIll={run.isCut}>
        {run.isCut ? (
          <Trans>It left work for the next run.</Trans>
        ) : (
          <Trans>It left no work for the next run.</Trans>
        )}
      </State>
      {swept && (
        <p className="text-sm">
          {t({ message: "Handled:", comment: "Before the names of jobs, each with a number" })}{" "}
          <span translate="no" dir="ltr" className="wrap-anywhere">
            {swept}
          </span>
        </p>
      )}
      <p className="text-muted text-sm">
        <TimeAgo iso={run.endedAt} /> · {seconds}
      </p>
    </div>
  );
}
