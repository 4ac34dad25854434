import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { MemberState } from "~/contract/member-actions";
import type { Decision, LogKind, ModerationAction, Role } from "~/contract/moderation";
import type { Ceiling } from "~/contract/quotas";
import type { ReportKind } from "~/contract/safety";
import { dateFormat } from "~/ui/date-format";

/** The names of the kinds of subjects, in the order of the filter. */
export const kindNames: Record<ReportKind, MessageDescriptor> = {
  post: msg({ message: "Post", context: "noun" }),
  comment: msg({ message: "Comment", context: "noun" }),
  message: msg({ message: "Message", context: "noun" }),
  member: msg`Member`,
  ai_image: msg`AI image`,
};

const siteName = msg({ message: "Site", comment: "Afterglow as a whole, in the log of moderators" });

/** Returns the name of what an entry of the log is about. */
export const subjectName = (kind: LogKind): MessageDescriptor =>
  kind === "site" ? siteName : kindNames[kind];

/** The names of actions in the log. */
export const actionNames: Record<ModerationAction, MessageDescriptor> = {
  dismiss: msg({ message: "Dismissed", comment: "What a moderator has done with a report" }),
  remove: msg({ message: "Removed", comment: "What a moderator has done with a post, comment or message" }),
  cover: msg({ message: "Covered", comment: "A moderator has covered a sensitive photo" }),
  hold: msg({ message: "Held", comment: "Nobody sees the post until a moderator decides" }),
  warn: msg({ message: "Warned", comment: "What a moderator has done with a member" }),
  silence: msg({ message: "Silenced", comment: "The member cannot write for some time" }),
  suspend: msg({ message: "Suspended", comment: "The member cannot log in" }),
  undo: msg({ message: "Undone", comment: "A decision of a moderator was undone" }),
  uphold: msg({ message: "Upheld", comment: "A decision of a moderator stays after an appeal" }),
  promote: msg`Role changed`,
  end_two_factor: msg`Two-factor authentication off`,
  export: msg`Data exported`,
  switch_off: msg({ message: "Switched off", comment: "A moderator has switched a part of the site off" }),
  switch_on: msg({ message: "Switched on", comment: "A moderator has switched a part of the site on" }),
  sign_ups: msg({ message: "Sign-ups changed", comment: "An administrator has changed who can sign up" }),
  site: msg({
    message: "Settings changed",
    comment: "An administrator has changed the site, such as its name",
  }),
  test_mail: msg({ message: "Test email", comment: "An administrator has sent themself an email" }),
  approve: msg({ message: "Approved", comment: "A moderator has approved a new account" }),
  decline: msg({ message: "Declined", comment: "A moderator has declined a new account" }),
  block: msg({ message: "Blocked", comment: "An administrator has blocked sign-ups" }),
  unblock: msg({ message: "Unblocked", comment: "An administrator allows sign-ups again" }),
  create: msg({
    message: "Account created",
    comment: "An administrator has created an account for somebody",
  }),
  delete: msg({
    message: "Account deleted",
    comment: "An administrator has deleted the account of a member",
  }),
  end_sessions: msg({
    message: "Logged out everywhere",
    comment: "A moderator has ended the sessions of a member",
  }),
  send_reset: msg({
    message: "Reset link sent",
    comment: "A moderator has sent a member a link to set a new password",
  }),
  confirm_email: msg({
    message: "Email confirmed",
    comment: "An administrator has confirmed the address of a member",
  }),
  search: msg({
    message: "Searched",
    comment: "An administrator has searched for members by email or network",
  }),
  hold_word: msg({
    message: "Word added",
    comment: "An administrator has added a word that holds a post for review",
  }),
  allow_word: msg({
    message: "Word removed",
    comment: "An administrator has removed a word that holds a post for review",
  }),
};

/** The buttons of the decisions, with the key that focuses each. */
export const decisionButtons: Record<Decision, { label: MessageDescriptor; key: string }> = {
  dismiss: { label: msg({ message: "Dismiss", context: "report" }), key: "d" },
  remove: { label: msg({ message: "Remove", context: "verb" }), key: "r" },
  cover: { label: msg({ message: "Cover", context: "verb", comment: "Cover a sensitive photo" }), key: "c" },
  warn: { label: msg({ message: "Warn", context: "verb", comment: "Warn a member" }), key: "w" },
  silence: { label: msg({ message: "Silence", context: "verb", comment: "Silence a member" }), key: "s" },
  suspend: { label: msg({ message: "Suspend", context: "verb", comment: "Suspend a member" }), key: "x" },
};

/** The names of urgencies, by their number. */
export const urgencyNames: readonly MessageDescriptor[] = [
  msg({ message: "Now", comment: "The urgency of a report" }),
  msg({ message: "Urgent", comment: "The urgency of a report" }),
  msg({ message: "Today", context: "urgency" }),
  msg({ message: "Later", comment: "The urgency of a report" }),
];

export const roleNames: Record<Exclude<Role, "member">, MessageDescriptor> = {
  moderator: msg({ message: "moderator", comment: "The role of a member" }),
  admin: msg({ message: "admin", comment: "The role of a member" }),
};

export const stateNames: Record<MemberState, MessageDescriptor> = {
  active: msg({ message: "active", comment: "The state of an account" }),
  suspended: msg({ message: "suspended", comment: "Of a member" }),
  waiting: msg({ message: "waits for approval", comment: "The state of an account" }),
  closed: msg({ message: "is being deleted", comment: "The state of an account" }),
};

export const ceilingNames: Record<Ceiling, MessageDescriptor> = {
  uploads: msg({ message: "Uploads", comment: "The uploads of all members" }),
  aiUses: msg`The AI tools`,
};

/** Returns the day of a time in UTC: "3 December 2026". */
export const dayOf = (i18n: I18n, iso: string): string =>
  dateFormat("dayInWords", i18n.locale, "UTC").format(Date.parse(iso));
