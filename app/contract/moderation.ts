import { msg } from "@lingui/core/runtime-macro";
import { email } from "./accounts";
import { APPEAL_MAX, DECISION_DAYS_MAX, MODERATION_NOTE_MAX } from "./limits";
import { ruleText } from "./messages";
import { ceilingNames } from "./quotas";
import { type ReportReason, reportKinds, reportReasons } from "./safety";
import { cleanText } from "./visible-text";
import { z } from "./zod";

/** The roles of accounts. Only the command line makes an admin. */
export const roles = ["member", "moderator", "admin"] as const;
export type Role = (typeof roles)[number];

/** The actions in the audit log (docs/moderation.md). */
export const moderationActions = [
  "dismiss",
  "remove",
  "cover",
  "hold",
  "warn",
  "silence",
  "suspend",
  "undo",
  "uphold",
  "promote",
  "end_two_factor",
  "export",
  "switch_off",
  "switch_on",
  "sign_ups",
  "site",
  "test_mail",
  "approve",
  "decline",
  "block",
  "unblock",
  "create",
  "delete",
  "end_sessions",
  "send_reset",
  "confirm_email",
  "search",
  "hold_word",
  "allow_word",
] as const;
export type ModerationAction = (typeof moderationActions)[number];

/** The subjects of entries in the log: those of reports, and the site, with its switches and blocks of sign-ups. */
export const logKinds = [...reportKinds, "site"] as const;
export type LogKind = (typeof logKinds)[number];

/** The names of the automatic checks in the log, and their ids as reporters. No username has a space. */
export const IMAGE_CHECK = "image check";
export const WORD_CHECK = "word check";

/** The decisions that close a report. */
export const decisions = ["dismiss", "remove", "cover", "warn", "silence", "suspend"] as const;
export type Decision = (typeof decisions)[number];

const DAYS = ruleText(msg`Please enter a number of days from 1 to ${{ max: DECISION_DAYS_MAX }}.`);

/** The note of an entry in the log, for moderators. */
export const note = z
  .string()
  .overwrite(cleanText)
  .max(MODERATION_NOTE_MAX, {
    error: ruleText(msg`A note must not be longer than ${{ max: MODERATION_NOTE_MAX }} characters.`),
  })
  .default("");

/** The days of a silence or suspension. */
export const decisionDays = z
  .number({ error: DAYS })
  .int({ error: DAYS })
  .min(1, { error: DAYS })
  .max(DECISION_DAYS_MAX, { error: DAYS });

/** The form of a decision about a report. */
export const decisionInput = z
  .object({
    action: z.enum(decisions, { error: ruleText(msg`Please choose a decision.`) }),
    reason: z.enum(reportReasons, { error: ruleText(msg`Please choose a reason.`) }),
    note,
    /** Of a silence or suspension. A suspension without a number has no end. */
    days: decisionDays.optional(),
    /** Whether to remove the subject too. */
    removes: z.boolean().default(false),
  })
  .refine(({ action, days }) => action !== "silence" || days !== undefined, { error: DAYS, path: ["days"] });
export type DecisionInput = z.infer<typeof decisionInput>;

/** The form that undoes or upholds a decision. */
export const reviewInput = z.object({
  action: z.enum(["undo", "uphold"]),
  note,
  /** Whether to open the reports that the decision has closed again: for a decision made by mistake. */
  reopens: z.boolean().optional(),
});
export type ReviewInput = z.infer<typeof reviewInput>;

/** The form that switches uploads or the AI tools off for everybody, or on again. */
export const switchInput = z.object({ name: z.enum(ceilingNames), action: z.enum(["off", "on"]), note });
export type SwitchInput = z.infer<typeof switchInput>;

const APPEAL_MISSING = ruleText(msg`Please tell us why you think that the decision is wrong.`);

const appealText = z
  .string({ error: APPEAL_MISSING })
  .overwrite(cleanText)
  .min(1, { error: APPEAL_MISSING })
  .max(APPEAL_MAX, {
    error: ruleText(msg`An appeal must not be longer than ${{ max: APPEAL_MAX }} characters.`),
  });

/** A member's appeal against a decision in the settings. */
export const appealInput = z.object({ decisionId: z.string(), text: appealText });
export type AppealInput = z.infer<typeof appealInput>;

/** The appeal of a suspended member, who has no session. */
export const suspensionAppeal = z.object({
  email,
  password: z
    .string({ error: ruleText(msg`Please enter your password`) })
    .max(1024, { error: ruleText(msg`Invalid email or password`) }),
  text: appealText,
});
export type SuspensionAppeal = z.infer<typeof suspensionAppeal>;

/** The appeal of a suspended member who has just tried to log in. */
export const ownSuspensionAppeal = suspensionAppeal.pick({ text: true });

/** The suspension of a member, for that member. */
export interface OwnSuspension extends Pick<OwnDecision, "kind" | "reason" | "until" | "text" | "appeal"> {}

/** A decision about the viewer's account or content, for the viewer. */
export interface OwnDecision {
  id: string;
  action: Exclude<Decision, "dismiss"> | "hold";
  /** Whether the image check has decided, not a moderator. */
  isAutomatic: boolean;
  kind: "post" | "comment" | "message" | "member" | "ai_image";
  reason: ReportReason;
  /** The text that it is about; null when nothing is stored of it. */
  text: string | null;
  /** The post, or that of a comment, while it is there. */
  postId: string | null;
  /** The address of the first photo of a post that is there, unless it is covered. */
  photo: string | null;
  hasRemoved: boolean;
  until: string | null;
  createdAt: string;
  isUndone: boolean;
  appeal: "none" | "open" | "granted" | "upheld";
}
