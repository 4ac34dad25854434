import type { SubmissionResult } from "@conform-to/react";
import type { UserSummary } from "~/contract/accounts";
import type { OwnDecision } from "~/contract/moderation";
import type { MutesView } from "~/contract/mutes";
import type { ReportView } from "~/contract/safety";
import { dropCachedFeed } from "~/features/feed/feed-store";
import { DecisionList } from "./decision-list";
import { MemberList } from "./member-list";
import { MutedWords } from "./muted-words";
import { ReportList } from "./report-list";
import { Section } from "./section";
import { resultOf } from "./settings-results";

export interface SafetySettings {
  blocked: UserSummary[];
  reports: ReportView[];
  decisions: OwnDecision[];
  mutes: MutesView;
}

interface Props {
  settings: SafetySettings;
  formKey: string;
  lastResult?: SubmissionResult<string[]>;
}

/** The sections about mutes, blocks, reports and decisions of moderators. */
export function SafetySections({ settings, formKey, lastResult }: Props) {
  const { blocked, reports, decisions, mutes } = settings;
  return (
    <>
      <Section
        title="Muted words"
        text="We hide other members' posts and comments with these words from you. Case does not matter, and a word is hidden only as a whole word."
      >
        <MutedWords words={mutes.words} formKey={formKey} lastResult={resultOf("mute-word", lastResult)} />
      </Section>
      <Section
        title="Muted members"
        text="You do not see their posts, comments and notifications. You stay connected and can chat. We do not notify them."
      >
        <MemberList
          members={mutes.members}
          empty="You have not muted anyone."
          intent="unmute"
          label="Unmute"
          busyLabel="Unmuting..."
          onSubmit={dropCachedFeed}
        />
      </Section>
      <Section
        title="Blocked members"
        text="You and members you have blocked cannot see each other. We do not notify them."
      >
        <MemberList
          members={blocked}
          empty="You have not blocked anyone."
          intent="unblock"
          label="Unblock"
          busyLabel="Unblocking..."
        />
      </Section>
      <Section
        title="Your reports"
        anchor="reports"
        text="Our moderators review every report. We do not tell the member who reported them."
      >
        <ReportList reports={reports} />
      </Section>
      {decisions.length > 0 && (
        <Section
          title="Decisions of moderators"
          anchor="decisions"
          text="You can appeal against each decision once. Another moderator then reviews it."
        >
          <DecisionList decisions={decisions} />
        </Section>
      )}
    </>
  );
}
