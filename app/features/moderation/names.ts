import type { Decision, LogKind, ModerationAction } from "~/contract/moderation";
import type { ReportKind } from "~/contract/safety";

/** The names of the kinds of subjects, in the order of the filter. */
export const kindNames: Record<ReportKind, string> = {
  post: "Post",
  comment: "Comment",
  message: "Message",
  member: "Member",
  ai_image: "AI image",
};

/** Returns the name of what an entry of the log is about. */
export const subjectName = (kind: LogKind): string => (kind === "site" ? "Site" : kindNames[kind]);

/** The names of actions in the log. */
export const actionNames: Record<ModerationAction, string> = {
  dismiss: "Dismissed",
  remove: "Removed",
  cover: "Covered",
  hold: "Held",
  warn: "Warned",
  silence: "Silenced",
  suspend: "Suspended",
  undo: "Undone",
  uphold: "Upheld",
  promote: "Role changed",
  end_two_factor: "Two-factor authentication off",
  export: "Data exported",
  switch_off: "Switched off",
  switch_on: "Switched on",
  block: "Blocked",
  unblock: "Unblocked",
};

/** The buttons of the decisions, with the key that focuses each. */
export const decisionButtons: Record<Decision, { label: string; key: string }> = {
  dismiss: { label: "Dismiss", key: "d" },
  remove: { label: "Remove", key: "r" },
  cover: { label: "Cover", key: "c" },
  warn: { label: "Warn", key: "w" },
  silence: { label: "Silence", key: "s" },
  suspend: { label: "Suspend", key: "x" },
};

/** The names of urgencies, by their number. */
export const urgencyNames = ["Now", "Urgent", "Today", "Later"];

/** Returns the day of a time in the form "3 December 2026", in UTC. */
export const dayOf = (iso: string): string =>
  new Date(iso).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
