import type { SubmissionResult } from "@conform-to/react";
import { Upload } from "lucide-react";
import type { SessionView, UserSummary } from "~/contract/accounts";
import type { Commenters } from "~/contract/commenting";
import { DELETED_EMAIL_DAYS } from "~/contract/limits";
import type { OwnDecision } from "~/contract/moderation";
import type { MutesView } from "~/contract/mutes";
import type { ReportView } from "~/contract/safety";
import type { SensitiveMode } from "~/contract/sensitive";
import { dropCachedFeed } from "~/features/feed/feed-store";
import { ButtonLink } from "~/ui/button";
import { ChoiceForm } from "./choice-form";
import { ConfirmEmailCard } from "./confirm-email-card";
import { DecisionList } from "./decision-list";
import { DeleteAccount } from "./delete-account";
import { EmailForm } from "./email-form";
import { ExportLink } from "./export-link";
import { InstallSection } from "./install-section";
import { MemberList } from "./member-list";
import { MutedWords } from "./muted-words";
import { PasswordForm } from "./password-form";
import { ReportList } from "./report-list";
import { Section } from "./section";
import { SessionList } from "./session-list";
import { resultOf, useErrorToast, useResetKey } from "./settings-results";
import { SwitchForm } from "./switch-form";
import { ThemeChoice } from "./theme-choice";

interface Props {
  email: string;
  isConfirmed: boolean;
  /** Whether mails to the address come back. */
  isBouncing: boolean;
  /** The new address that waits for its confirmation. */
  pendingEmail: string | null;
  username: string;
  sessions: SessionView[];
  blocked: UserSummary[];
  reports: ReportView[];
  decisions: OwnDecision[];
  hidesPresence: boolean;
  hidesTyping: boolean;
  hidesReads: boolean;
  hidesAi: boolean;
  keepsOriginals: boolean;
  hidesFromDiscovery: boolean;
  sensitivePhotos: SensitiveMode;
  /** Whether the site has an image check. */
  judgesPhotos: boolean;
  commentsFrom: Commenters;
  hasPassword: boolean;
  mutes: MutesView;
  lastResult?: SubmissionResult<string[]>;
}

const sensitiveOptions: Record<SensitiveMode, string> = {
  cover: "Cover them",
  show: "Show them",
  hide: "Hide their posts in my feed, in Explore and under hashtags",
};

const commenterOptions: Record<Commenters, string> = {
  everyone: "Everyone",
  connections: "My connections",
  nobody: "Nobody",
};

/** The intents of the forms that show their errors themselves. */
const ownErrors = ["email", "email-code", "password", "mute-word", "delete"];

/** Renders the settings page (docs/product.md#settings). */
export function SettingsPage({
  email,
  isConfirmed,
  isBouncing,
  pendingEmail,
  username,
  sessions,
  blocked,
  reports,
  decisions,
  hidesPresence,
  hidesTyping,
  hidesReads,
  hidesAi,
  keepsOriginals,
  hidesFromDiscovery,
  sensitivePhotos,
  judgesPhotos,
  commentsFrom,
  hasPassword,
  mutes,
  lastResult,
}: Props) {
  const key = useResetKey(lastResult !== undefined);
  useErrorToast(lastResult, ownErrors);
  return (
    <div className="mx-auto max-w-2xl px-4 py-8">
      <h1 className="title text-3xl">Settings</h1>
      <Section title="Appearance" text="Choose a theme for this device.">
        <ThemeChoice />
      </Section>
      <InstallSection />
      <Section
        title="Email"
        anchor="email"
        text={`You sign in with ${email}. Changing it ends your other sessions.`}
      >
        {(pendingEmail !== null || !isConfirmed || isBouncing) && (
          <ConfirmEmailCard
            key={pendingEmail}
            email={pendingEmail ?? email}
            isNew={pendingEmail !== null}
            isBouncing={isBouncing}
            lastResult={resultOf("email-code", lastResult)}
          />
        )}
        <EmailForm key={key} hasPassword={hasPassword} lastResult={resultOf("email", lastResult)} />
      </Section>
      <Section
        title="Password"
        anchor="password"
        text={
          hasPassword
            ? "Changing it ends your other sessions."
            : "You log in with a passkey. A password is another way in. Setting it ends your other sessions."
        }
      >
        <PasswordForm key={key} hasPassword={hasPassword} lastResult={resultOf("password", lastResult)} />
      </Section>
      <Section
        title="Security"
        text="Add a code from your phone to your password, so that a stolen password is not enough."
      >
        <ButtonLink to="/settings/security" look="quiet">
          Security settings
        </ButtonLink>
      </Section>
      <Section
        title="Notifications"
        text="Choose what you are notified of, from whom, and the exceptions for single members."
      >
        <ButtonLink to="/settings/notifications" look="quiet">
          Notification settings
        </ButtonLink>
      </Section>
      <Section title="Sessions" text="The devices where you are logged in.">
        <SessionList sessions={sessions} />
      </Section>
      <Section
        title="Presence"
        text="Your connections can see when you are online. If you hide it, you cannot see when they are online either."
      >
        <SwitchForm key={key} intent="presence" label="Hide my online status" isOn={hidesPresence} />
      </Section>
      <Section
        title="Chat"
        text="Each works both ways: if you do not show it, you do not see it of others either. Messages that are read meanwhile stay “Sent” for their sender."
      >
        <div className="grid gap-5">
          <SwitchForm
            key={`typing-${key}`}
            intent="typing"
            label="Show when I am typing"
            name="shown"
            isOn={!hidesTyping}
          />
          <SwitchForm
            key={`reads-${key}`}
            intent="read-marks"
            label="Show when I have read messages"
            name="shown"
            isOn={!hidesReads}
          />
        </div>
      </Section>
      <Section
        title="Explore"
        text="Members you are not connected with can find your posts in Explore, and you among suggested people. Search and your profile stay open to all members."
      >
        <SwitchForm
          key={key}
          intent="discovery"
          label="Keep me out of Explore and suggestions"
          isOn={hidesFromDiscovery}
        />
      </Section>
      <Section
        title="Feed"
        text="Posts made with AI carry a badge. You can hide those of other members from your feed and Explore."
      >
        <SwitchForm
          key={key}
          intent="ai-posts"
          label="Hide posts made with AI"
          isOn={hidesAi}
          // The cached feed was loaded with the previous setting.
          onSubmit={dropCachedFeed}
        />
      </Section>
      <Section
        title="Originals"
        text="Photos are stored up to 2,048 pixels wide. If you keep originals, those that you share from now on are also stored up to 4,096 pixels on the longer side, without place or other metadata. Members who can see a post can open and save its originals. Uploads take about five times the data, which counts towards your daily limit."
      >
        <SwitchForm key={key} intent="originals" label="Keep originals" name="kept" isOn={keepsOriginals} />
      </Section>
      <Section
        title="Sensitive photos"
        text={`Members can cover their own photos as sensitive, and moderators those of others. You can open each one. ${judgesPhotos ? "An automatic check covers photos too, and holds some for a moderator." : "This site has no automatic check of photos: nothing is judged here."}`}
      >
        <ChoiceForm
          key={key}
          intent="sensitive-photos"
          legend="Sensitive photos"
          name="mode"
          options={sensitiveOptions}
          value={sensitivePhotos}
          onSubmit={dropCachedFeed}
        />
      </Section>
      <Section
        title="Comments"
        text="Choose who can comment on your posts. Comments that are there stay, and you can always comment yourself."
      >
        <ChoiceForm
          key={key}
          intent="commenters"
          legend="Who can comment"
          name="from"
          options={commenterOptions}
          value={commentsFrom}
        />
      </Section>
      <Section
        title="Muted words"
        text="We hide other members' posts and comments with these words from you. Case does not matter, and a word is hidden only as a whole word."
      >
        <MutedWords words={mutes.words} formKey={key} lastResult={resultOf("mute-word", lastResult)} />
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
      <Section
        title="Your data"
        anchor="your-data"
        text="Download a zip file with your profile, posts, comments, messages and photos, or import photos from another service."
      >
        <div className="flex flex-wrap gap-2">
          <ExportLink />
          <ButtonLink look="quiet" to="/settings/import">
            <Upload aria-hidden />
            Import photos
          </ButtonLink>
        </div>
      </Section>
      <Section
        title="Delete account"
        text={`Your profile, posts, comments, messages and photos are deleted immediately. You cannot undo this.${isConfirmed ? ` Nobody can sign up with your email for ${DELETED_EMAIL_DAYS} days.` : ""}`}
      >
        <DeleteAccount
          username={username}
          hasPassword={hasPassword}
          lastResult={resultOf("delete", lastResult)}
        />
      </Section>
    </div>
  );
}
