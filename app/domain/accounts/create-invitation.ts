import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { INVITED_MAX, OPEN_INVITATIONS_MAX } from "~/contract/account-limits";
import { AppError, invalid } from "~/contract/errors";
import type { InvitationInput, NewInvitation } from "~/contract/invitations";
import { DAY_MS } from "~/contract/time";
import { isAdmin } from "~/db/moderators";
import type { MemberCtx } from "../context";
import { requireEmail, standingOf } from "../quota";
import { signUpMode } from "./admission";
import { grantedBy, isOpenLink, listInvitations } from "./list-invitations";
import { newToken, tokenId } from "./session-token";

/**
 * Makes a link for sign-ups while these need an invitation. Its URL is returned once: the database has a hash.
 * @throws AppError `forbidden` while sign-ups need no invitation, for a new or unconfirmed account, and with 5 open
 *   links; `invalid` for more people than are left of 20 in 30 days. Admins have neither limit.
 */
export async function createInvitation(
  ctx: MemberCtx,
  { uses, days }: InvitationInput,
): Promise<NewInvitation> {
  requireEmail(ctx);
  const { viewer, db } = ctx;
  if (viewer.role !== "admin" && standingOf(ctx) !== "full") throw new AppError("forbidden", TOO_NEW);
  const code = newToken();
  const now = ctx.now();
  const invitation = {
    id: tokenId(code),
    uses,
    used: 0,
    expiresAt: new Date(now.getTime() + days * DAY_MS).toISOString(),
    createdAt: now.toISOString(),
  };
  const mine = sql`${viewer.id}`;
  const hasRoom = sql`(SELECT count(*) FROM invitations WHERE member_id = ${mine} AND ${isOpenLink}) < ${OPEN_INVITATIONS_MAX}
    AND ${grantedBy(mine)} + ${uses} <= ${INVITED_MAX}`;
  const stored = await db.all(sql`
    INSERT INTO invitations (id, member_id, uses, expires_at, created_at)
    SELECT ${invitation.id}, ${mine}, ${uses}, ${invitation.expiresAt}, ${invitation.createdAt}
    WHERE ${signUpMode} = 'invitation' AND (${isAdmin(viewer.id)} OR ${hasRoom}) RETURNING id`);
  if (stored.length === 0) throw await refusalOf(ctx);
  return { ...invitation, url: ctx.urlOf(`/signup?invitation=${code}`) };
}

const TOO_NEW = msg`You can invite people once your account is three days old and your email is confirmed.`;

/** Returns why no link was stored. */
async function refusalOf(ctx: MemberCtx): Promise<AppError> {
  const { isOpen, left, invitations } = await listInvitations({ ...ctx, preloaded: [] });
  if (!isOpen) return new AppError("forbidden", msg`Nobody needs an invitation at the moment.`);
  if (invitations.length >= OPEN_INVITATIONS_MAX)
    return new AppError(
      "forbidden",
      msg`You can have ${{ max: OPEN_INVITATIONS_MAX }} open links. Please revoke one first.`,
    );
  return invalid(
    "uses",
    msg`You can invite ${{ max: INVITED_MAX }} people in 30 days, ${{ left: left ?? 0 }} more at present.`,
  );
}
