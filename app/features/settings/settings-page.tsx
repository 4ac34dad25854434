import type { SubmissionResult } from "@conform-to/react";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { SessionView, UserSummary } from "~/contract/accounts";
import { dropCachedFeed } from "~/features/feed/feed-store";
import { showToast } from "~/ui/toast";
import { BlockedList } from "./blocked-list";
import { DeleteAccount } from "./delete-account";
import { EmailForm } from "./email-form";
import { ExportLink } from "./export-link";
import { PasswordForm } from "./password-form";
import { Section } from "./section";
import { SessionList } from "./session-list";
import { SwitchForm } from "./switch-form";
import { ThemeChoice } from "./theme-choice";

interface Props {
  email: string;
  username: string;
  sessions: SessionView[];
  blocked: UserSummary[];
  hidesPresence: boolean;
  hidesAi: boolean;
  lastResult?: SubmissionResult<string[]>;
}

/** Everything about one's account that is not the profile itself (contract.md "Accounts"). */
export function SettingsPage({
  email,
  username,
  sessions,
  blocked,
  hidesPresence,
  hidesAi,
  lastResult,
}: Props) {
  const key = useCleanKey(lastResult !== undefined);
  useOtherRefusal(lastResult);
  return (
    <div className="mx-auto max-w-2xl px-4 py-8">
      <h1 className="title text-3xl">Settings</h1>
      <Section title="Appearance" text="On this device.">
        <ThemeChoice />
      </Section>
      <Section title="Email" text={`Your account goes by ${email}. Changing it ends your other sessions.`}>
        <EmailForm key={key} lastResult={resultOf("email", lastResult)} />
      </Section>
      <Section title="Password" text="Changing it ends your other sessions.">
        <PasswordForm key={key} lastResult={resultOf("password", lastResult)} />
      </Section>
      <Section title="Sessions" text="Where you are logged in.">
        <SessionList sessions={sessions} />
      </Section>
      <Section
        title="Presence"
        text="Your connections see whether you are online. When you hide it, you do not see theirs either."
      >
        <SwitchForm key={key} intent="presence" label="Hide that I am online" hidden={hidesPresence} />
      </Section>
      <Section
        title="Feed"
        text="What others made with AI carries a badge. You need not see it; your own stays."
      >
        <SwitchForm
          key={key}
          intent="ai-posts"
          label="Hide posts made with AI"
          hidden={hidesAi}
          // What is kept of the feed for coming back was read by the old rule.
          onSubmit={dropCachedFeed}
        />
      </Section>
      <Section title="Blocked members" text="Neither of you sees the other. They are not told.">
        <BlockedList blocked={blocked} />
      </Section>
      <Section
        title="Your data"
        text="One zip file with everything you have here: your profile, posts, comments, messages and photos."
      >
        <ExportLink />
      </Section>
      <Section
        title="Delete account"
        text="Your profile, posts, comments, messages and photos are removed at once and for good."
      >
        <DeleteAccount username={username} lastResult={resultOf("delete", lastResult)} />
      </Section>
    </div>
  );
}

/** What the server said of one of the page's forms. */
function resultOf(intent: string, lastResult: Props["lastResult"]): Props["lastResult"] {
  return lastResult?.initialValue?.intent === intent ? lastResult : undefined;
}

/** Says why a form without fields, one of a list's or a single box, was refused; the others say it themselves. */
function useOtherRefusal(lastResult: Props["lastResult"]): void {
  useEffect(() => {
    const { intent } = lastResult?.initialValue ?? {};
    const text = lastResult?.error?.[""]?.[0];
    if (text && !["email", "password", "delete"].includes(String(intent)))
      showToast({ kind: "danger", title: "Update failed", text });
  }, [lastResult]);
}

/** A key that changes after every form that was taken, so that its fields are empty again; a refused one keeps them. */
function useCleanKey(isRefused: boolean): string {
  const { key } = useLocation();
  const [clean, setClean] = useState(key);
  if (!isRefused && key !== clean) setClean(key);
  return clean;
}
