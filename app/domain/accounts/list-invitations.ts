import { sql } from "drizzle-orm";
import { INVITATION_DAYS, INVITED_MAX } from "~/contract/account-limits";
import { type InvitationsView, type InvitationView, JOINED_SHOWN } from "~/contract/invitations";
import { notBlocked } from "~/db/blocks";
import { currentTime, me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";
import { signUpMode } from "./admission";

/** The condition that a link can be used at present. */
export const isOpenLink = sql`(used < uses AND expires_at > ${currentTime})`;

const days = sql.raw(String(INVITATION_DAYS));

/** The sign-ups that the links of a member have brought or can bring, of those made in the last 30 days. */
export const grantedBy = (memberId: ReturnType<typeof sql>) => sql`(
  SELECT coalesce(sum(iif(${isOpenLink}, uses, used)), 0) FROM invitations
  WHERE member_id = ${memberId} AND created_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-${days} days'))`;

/** Returns the viewer's open links, who has joined with one, and how many more people the viewer may invite. */
export async function listInvitations(ctx: MemberCtx): Promise<InvitationsView> {
  const [[state], invitations, joined] = await readRows(ctx, ...invitationReads());
  const left = ctx.viewer.role === "admin" ? null : Math.max(0, INVITED_MAX - (state?.granted ?? 0));
  return { isOpen: state?.isOpen === 1, left, invitations, joined };
}

/** Returns whether sign-ups need an invitation. */
export async function needsInvitation(ctx: MemberCtx): Promise<boolean> {
  const [[state]] = await readRows(ctx, invitationState());
  return state?.isOpen === 1;
}

/** The reads of `listInvitations`. */
export const invitationReads = () => [invitationState(), invitationRows(), joinedRows()] as const;

/** Whether sign-ups need an invitation, and what the viewer's links have granted. */
export const invitationState = viewerQuery<void, { isOpen: number; granted: number }>({
  text: (viewer) => sql`
    WITH ${naming(viewer)} SELECT ${signUpMode} = 'invitation' AS isOpen, ${grantedBy(me)} AS granted`,
});

const invitationRows = viewerQuery<void, InvitationView>({
  text: (viewer) => sql`
    SELECT id AS id, uses AS uses, used AS used, expires_at AS expiresAt, created_at AS createdAt
    FROM invitations WHERE member_id = ${viewer} AND ${isOpenLink} ORDER BY created_at DESC, id LIMIT 100`,
});

const joinedRows = viewerQuery<void, InvitationsView["joined"][number]>({
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT u.id AS id, u.username AS username, u.full_name AS fullName, u.profile_image AS profileImage, j.created_at AS joinedAt
    FROM invited_members j JOIN users u ON u.id = j.member_id
    WHERE j.invited_by = ${me} AND ${notBlocked(me, sql`j.member_id`)}
    ORDER BY j.created_at DESC LIMIT ${sql.raw(String(JOINED_SHOWN))}`,
});
