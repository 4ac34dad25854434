import { msg } from "@lingui/core/runtime-macro";
import { signupForm, username } from "./accounts";
import { ruleText } from "./messages";
import { decisionDays, note, type Role } from "./moderation";
import { reportReasons } from "./safety";
import { cleanLine } from "./visible-text";
import { z } from "./zod";

/** The actions on the account of a member, at the desk and by the command line, and the role that each needs. */
export const memberActions = {
  suspend: "moderator",
  unsuspend: "moderator",
  end_sessions: "moderator",
  send_reset: "moderator",
  confirm_email: "admin",
  end_two_factor: "admin",
  promote: "admin",
  delete: "admin",
} as const satisfies Record<string, Exclude<Role, "member">>;
export type MemberAction = keyof typeof memberActions;

// The keys of a literal object.
export const memberActionNames = Object.keys(memberActions) as MemberAction[];

const REASON = ruleText(msg`Please choose a reason.`);

/** The form of an action on the account of a member. */
export const memberActionInput = z
  .object({
    action: z.enum(memberActionNames),
    note,
    /** Of a suspension, as for a decision about a report. */
    reason: z.enum(reportReasons, { error: REASON }).optional(),
    days: decisionDays.optional(),
    /** Of `promote`. Only the command line makes an admin. */
    role: z.enum(["member", "moderator"]).optional(),
  })
  .refine(({ action, reason }) => action !== "suspend" || reason !== undefined, {
    error: REASON,
    path: ["reason"],
  })
  .refine(({ action, role }) => action !== "promote" || role !== undefined, { path: ["role"] });

/** The input of an action. The command line gives any role. */
export interface MemberActionInput extends Omit<z.infer<typeof memberActionInput>, "role"> {
  role?: Role;
}

/** The form that creates an account for somebody else, who gets a link to set a password. */
export const newMember = signupForm
  .pick({ email: true, fullName: true })
  .extend({ username: username.optional() });
export type NewMember = z.infer<typeof newMember>;

/** The ways to find members at the desk. Only names are not logged. */
export const findBy = ["name", "email", "network"] as const;
export type FindBy = (typeof findBy)[number];

export const findInput = z.object({
  by: z.enum(findBy),
  text: z.string().overwrite(cleanLine).trim().max(320),
});
export type FindInput = z.infer<typeof findInput>;

/** The state of an account. A closed one is being deleted. */
export type MemberState = "active" | "suspended" | "waiting" | "closed";

/** A member that the desk or the command line has found. */
export interface FoundMember {
  id: string;
  username: string;
  fullName: string;
  role: Role;
  state: MemberState;
  createdAt: string;
  /** Null for moderators who are no admins. */
  email: string | null;
}

/** A member for the desk. */
export interface DeskMember extends FoundMember {
  /** The end of a suspension. */
  until: string | null;
  silencedUntil: string | null;
  sessions: number;
  emailConfirmed: number;
  hasTwoFactor: number;
  /** Whether the viewer may act on the account at all, and as an admin. */
  mayAct: number;
  isAdmin: number;
}
