import type { SubmissionResult } from "@conform-to/react";
import type { UserSummary } from "~/contract/accounts";
import type { MutesView } from "~/contract/mutes";
import { dropCachedFeed } from "~/features/feed/feed-store";
import { MemberList } from "./member-list";
import { MutedWords } from "./muted-words";
import { pathOf } from "./options";
import { Row, Rows } from "./row";
import { Section } from "./section";
import { SettingsPage } from "./settings-page";
import { resultOf, useErrorToast, useResetKey } from "./settings-results";

interface Props {
  mutes: MutesView;
  blocked: UserSummary[];
  lastResult?: SubmissionResult<string[]>;
}

const ownErrors = ["mute-word"];

/** Renders the words and members that the member does not want to see. */
export function BlockedPage({ mutes, blocked, lastResult }: Props) {
  const key = useResetKey(lastResult !== undefined);
  useErrorToast(lastResult, ownErrors);
  return (
    <SettingsPage of="blocked">
      <Section
        option="muted-words"
        text="Posts, comments and notifications with these words are hidden from you."
      >
        <MutedWords words={mutes.words} formKey={key} lastResult={resultOf("mute-word", lastResult)} />
      </Section>
      <Section option="muted-members" text="You don't see their posts and comments. We don't tell them.">
        <MemberList
          members={mutes.members}
          empty="You have not muted anyone."
          intent="unmute"
          label="Unmute"
          busyLabel="Unmuting..."
          onSubmit={dropCachedFeed}
        />
      </Section>
      <Section option="blocked-members" text="You and they can't see each other. We don't tell them.">
        <MemberList
          members={blocked}
          empty="You have not blocked anyone."
          intent="unblock"
          label="Unblock"
          busyLabel="Unblocking..."
        />
      </Section>
      <Rows>
        <Row to={pathOf("reports")} title="Reports and decisions" line="What moderators have reviewed" />
      </Rows>
    </SettingsPage>
  );
}
