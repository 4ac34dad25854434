import { msg } from "@lingui/core/runtime-macro";
import { INVITATION_DAYS, INVITATION_USES_MAX } from "./account-limits";
import { userSummary } from "./accounts";
import { ruleText } from "./messages";
import { z } from "./zod";

/** Members in the list of those who joined. */
export const JOINED_SHOWN = 100;

const USES = ruleText(msg`Please enter a number of people from 1 to ${{ max: INVITATION_USES_MAX }}.`);
const DAYS = ruleText(msg`Please enter a number of days from 1 to ${{ max: INVITATION_DAYS }}.`);

/** A new link. */
export const invitationInput = z.object({
  /** The people who can sign up with it. */
  uses: z
    .number({ error: USES })
    .int({ error: USES })
    .min(1, { error: USES })
    .max(INVITATION_USES_MAX, { error: USES })
    .default(1),
  days: z
    .number({ error: DAYS })
    .int({ error: DAYS })
    .min(1, { error: DAYS })
    .max(INVITATION_DAYS, { error: DAYS })
    .default(7),
});
export type InvitationInput = z.infer<typeof invitationInput>;

/** An open link, for the member who has made it. */
export const invitationView = z.object({
  /** Not the code: it gives no access. */
  id: z.string(),
  uses: z.int(),
  used: z.int(),
  expiresAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
});
export type InvitationView = z.infer<typeof invitationView>;

/** A new link with its address, which is shown once. */
export const newInvitation = invitationView.extend({ url: z.string() });
export type NewInvitation = z.infer<typeof newInvitation>;

export const invitationsView = z.object({
  /** Whether sign-ups need an invitation at present; otherwise no link can be made. */
  isOpen: z.boolean(),
  /** The sign-ups that further links can allow; null without a limit. */
  left: z.int().nullable(),
  /** Open links, newest first. */
  invitations: z.array(invitationView),
  /** The members who have joined with the viewer's links, newest first; at most 100. */
  joined: z.array(userSummary.extend({ joinedAt: z.iso.datetime() })),
});
export type InvitationsView = z.infer<typeof invitationsView>;
