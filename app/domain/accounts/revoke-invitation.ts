import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import type { MemberCtx } from "../context";

/**
 * Ends one of the viewer's links: nobody else can sign up with it. Those who have, stay.
 * @throws AppError `not_found` when it has ended already or belongs to another member
 */
export async function revokeInvitation({ db, viewer }: MemberCtx, id: string): Promise<void> {
  // The row stays for 30 days: its sign-ups count towards the limit.
  const ended = await db.all(sql`
    UPDATE invitations SET uses = used WHERE id = ${id} AND member_id = ${viewer.id} AND used < uses RETURNING id`);
  if (ended.length === 0) throw new AppError("not_found", msg`This invitation has already ended.`);
}
