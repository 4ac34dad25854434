import { and, eq, sql } from "drizzle-orm";
import type { UserSummary } from "~/contract/accounts";
import { AppError, invalid } from "~/contract/errors";
import { blocks } from "~/db/schema";
import { newId } from "~/platform/ids";
import type { MemberCtx } from "../context";

/**
 * From now on neither of the two sees the other, and what was between them ends (by trigger). Blocking again is harmless.
 * @throws AppError `not_found`; `invalid` for oneself
 */
export async function blockMember(ctx: MemberCtx, memberId: string): Promise<void> {
  const me = ctx.viewer.id;
  if (memberId === me) throw invalid("userId", "You cannot block yourself.");
  const now = ctx.now();
  const known = await ctx.db.get<{ id: string } | undefined>(
    sql`SELECT id AS id FROM users WHERE id = ${memberId}`,
  );
  if (!known) throw new AppError("not_found", "User not found");
  await ctx.db
    .insert(blocks)
    .values({ id: newId(now.getTime()), blockerId: me, blockedId: memberId, createdAt: now.toISOString() })
    .onConflictDoNothing();
}

/** Takes a block of the viewer's back. The connection that was does not come back. Harmless when there is none. */
export async function unblockMember(ctx: MemberCtx, memberId: string): Promise<void> {
  await ctx.db.delete(blocks).where(and(eq(blocks.blockerId, ctx.viewer.id), eq(blocks.blockedId, memberId)));
}

/** Whom the viewer has blocked, last blocked first. */
export function listBlocked({ db, viewer }: MemberCtx): Promise<UserSummary[]> {
  return db.all<UserSummary>(sql`
    SELECT u.id AS id, u.username AS username, u.full_name AS fullName, u.profile_image AS profileImage
    FROM blocks b JOIN users u ON u.id = b.blocked_id
    WHERE b.blocker_id = ${viewer.id} ORDER BY b.id DESC LIMIT 500`);
}
