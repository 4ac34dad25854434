import type { SubmissionResult } from "@conform-to/react";
import { Trans, useLingui } from "@lingui/react/macro";
import type { HealthView, ProbeResult, TestMailResult } from "~/contract/health-views";
import { TimeAgo } from "~/ui/time-ago";
import { Desk, DeskPart } from "./desk";
import { LastRunShown, MigrationsShown } from "./health-database";
import { TestMail } from "./health-mail";
import { Services } from "./health-services";
import { State } from "./health-state";

interface Props extends HealthView {
  /** The replies of the services that cost money, once they were asked. */
  paid?: ProbeResult[] | undefined;
  testMail?: TestMailResult | undefined;
  lastResult?: SubmissionResult<string[]> | undefined;
}

/** Renders what operators see of the deployment. */
export function HealthPage({ probes, paid = [], errors, backup, settings, ...props }: Props) {
  const { t } = useLingui();
  const names = new Set(paid.map(({ name }) => name));
  const asked = [...probes.filter(({ name }) => !names.has(name)), ...paid];
  return (
    <Desk title={t({ message: "Health", comment: "Whether the parts of the site work" })}>
      <DeskPart title={t({ message: "Services", comment: "Parts of the site, such as its database" })}>
        <Services probes={asked} />
      </DeskPart>
      <DeskPart title={t({ message: "Email", context: "desk" })}>
        <TestMail {...props} />
      </DeskPart>
      <DeskPart title={t({ message: "Migrations", comment: "Changes of the database" })}>
        <MigrationsShown {...props.migrations} />
      </DeskPart>
      <DeskPart title={t`Hourly run`}>
        <LastRunShown run={props.lastRun} />
      </DeskPart>
      <DeskPart title={t`Backup`}>
        <BackupShown backup={backup} />
      </DeskPart>
      <DeskPart title={t`Errors of the last seven days`}>
        <Errors errors={errors} />
      </DeskPart>
      <DeskPart title={t`Settings`}>
        <SettingStates settings={settings} />
      </DeskPart>
    </Desk>
  );
}

function BackupShown({ backup }: Pick<HealthView, "backup">) {
  const { t, i18n } = useLingui();
  if (!backup) {
    return (
      <State isIll>
        <Trans>No backup is recorded.</Trans>
      </State>
    );
  }
  const [rows, files] = [i18n.number(backup.rows), i18n.number(backup.objects)];
  return (
    <>
      <State isIll={backup.isOld}>
        {backup.isOld ? t`The last backup is more than two days old.` : t`The last backup passed its check.`}
      </State>
      <p className="mt-1 text-muted text-sm">
        <TimeAgo iso={backup.time} /> <span>{`· ${t`Rows: ${rows} · Files: ${files}`}`}</span>
      </p>
    </>
  );
}

function Errors({ errors }: Pick<HealthView, "errors">) {
  const { i18n } = useLingui();
  if (errors.length === 0) {
    return (
      <State>
        <Trans>No errors.</Trans>
      </State>
    );
  }
  return (
    <ul className="grid gap-2">
      {errors.map(({ kind, count, lastAt }) => (
        <li key={kind}>
          <span translate="no" dir="ltr" className="wrap-anywhere font-medium">
            {kind}
          </span>
          <span className="block text-muted text-sm">
            <span className="figures">{`${i18n.number(count)} × · `}</span>
            <TimeAgo iso={lastAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function SettingStates({ settings }: Pick<HealthView, "settings">) {
  const { t } = useLingui();
  const stateOf = ({ isSet, isNeeded }: HealthView["settings"][number]) => {
    if (isSet) return t({ message: "set", comment: "A setting has a value" });
    return isNeeded
      ? t({ message: "not set, needed", comment: "A setting has no value" })
      : t({ message: "not set, optional", comment: "A setting has no value" });
  };
  return (
    <ul className="grid gap-2 sm:grid-cols-2">
      {settings.map((setting) => (
        <li key={setting.name}>
          <State isIll={!setting.isSet && setting.isNeeded} isNeutral={!setting.isSet}>
            <span translate="no">{setting.name}</span> <span>{`· ${stateOf(setting)}`}</span>
          </State>
        </li>
      ))}
    </ul>
  );
}
