import type { SubmissionResult } from "@conform-to/react";
import { useLingui } from "@lingui/react/macro";
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
  const { t } = useLingui();
  const key = useResetKey(lastResult !== undefined);
  useErrorToast(lastResult, ownErrors);
  return (
    <SettingsPage of="blocked">
      <Section
        option="muted-words"
        text={t`Posts, comments and notifications with these words are hidden from you.`}
      >
        <MutedWords words={mutes.words} formKey={key} lastResult={resultOf("mute-word", lastResult)} />
      </Section>
      <Section option="muted-members" text={t`You don't see their posts and comments. We don't tell them.`}>
        <MemberList
          members={mutes.members}
          empty={t`You have not muted anyone.`}
          intent="unmute"
          label={t`Unmute`}
          nameOf={(username) => t`Unmute ${username}`}
          busyLabel={t`Unmuting...`}
          onSubmit={dropCachedFeed}
        />
      </Section>
      <Section option="blocked-members" text={t`You and they can't see each other. We don't tell them.`}>
        <MemberList
          members={blocked}
          empty={t`You have not blocked anyone.`}
          intent="unblock"
          label={t`Unblock`}
          nameOf={(username) => t`Unblock ${username}`}
          busyLabel={t`Unblocking...`}
        />
      </Section>
      <Rows>
        <Row
          to={pathOf("reports")}
          title={t`Reports and decisions`}
          line={t`What moderators have reviewed`}
        />
      </Rows>
    </SettingsPage>
  );
}
