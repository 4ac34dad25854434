import type { SubmissionResult } from "@conform-to/react";
import { useLingui } from "@lingui/react/macro";
import type { OwnDecision } from "~/contract/moderation";
import type { ReportView } from "~/contract/reports";
import { DecisionList } from "./decision-list";
import { ReportList } from "./report-list";
import { Section } from "./section";
import { SettingsPage } from "./settings-page";
import { useErrorToast } from "./settings-results";

interface Props {
  reports: ReportView[];
  decisions: OwnDecision[];
  lastResult?: SubmissionResult<string[]>;
}

/** Renders the member's reports, and the moderators' decisions about the member. */
export function ReportsPage({ reports, decisions, lastResult }: Props) {
  const { t } = useLingui();
  useErrorToast(lastResult);
  return (
    <SettingsPage of="reports" title={t`Reports and decisions`}>
      {decisions.length > 0 && (
        <Section option="decisions" text={t`You can appeal once. Another moderator then reviews it.`}>
          <DecisionList decisions={decisions} />
        </Section>
      )}
      <Section option="reports" text={t`Moderators review every report. We don't say who reported.`}>
        <ReportList reports={reports} />
      </Section>
    </SettingsPage>
  );
}
