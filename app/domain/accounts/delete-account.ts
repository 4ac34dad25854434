import { sql } from "drizzle-orm";
import type { AccountDeletion } from "~/contract/accounts";
import { invalid } from "~/contract/errors";
import { batchRows } from "~/db/batch";
import type { MemberCtx } from "../context";
import { sweepRemovals } from "../media/sweep-removals";
import { onlineAudience } from "../presence/online-members";
import { confirmPassword } from "./confirm-password";

/**
 * Deletes the viewer's account with all it owns. Every row goes in one statement, by foreign keys; the stored photos are
 * written down for removal in that same transaction, and removed behind the reply or, if that is cut short, by the next
 * sweep. There is no state in between. Connections' open pages are told behind the reply that they are none any more; one
 * that is not told sees it when it reads next.
 * @throws AppError `invalid` when the typed username or the password is wrong; `rate_limited`
 */
export async function deleteAccount(ctx: MemberCtx, input: AccountDeletion): Promise<void> {
  const { viewer } = ctx;
  if (input.confirmation.trim().replace(/^@/, "").toLowerCase() !== viewer.username.toLowerCase()) {
    throw invalid("confirmation", "This is not your username");
  }
  await confirmPassword(ctx, input.currentPassword);
  const [audience = [], ended = []] = await batchRows(ctx.db, [
    onlineAudience(viewer.id),
    sql`DELETE FROM sessions WHERE user_id = ${viewer.id} RETURNING id`,
    sql`DELETE FROM users WHERE id = ${viewer.id}`,
  ]);
  const idsOf = (rows: Record<string, unknown>[]) => rows.map(({ id }) => String(id));
  ctx.realtime.accountDeleted(
    viewer.id,
    idsOf(ended),
    idsOf(audience).flatMap((to) => {
      const payload = { fromUserId: viewer.id, toUserId: to, status: "disconnected" } as const;
      return [
        { to, frame: { type: "connection_status", payload } },
        { to, frame: { type: "offline", payload: { userId: viewer.id } } },
      ];
    }),
  );
  ctx.defer(sweepRemovals(ctx));
}
