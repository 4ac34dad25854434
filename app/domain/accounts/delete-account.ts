import { eq } from "drizzle-orm";
import type { AccountDeletion } from "~/contract/accounts";
import { invalid } from "~/contract/errors";
import { sessions, users } from "~/db/schema";
import type { MemberCtx } from "../context";
import { sweepRemovals } from "../media/sweep-removals";
import { listOnlineCircle } from "../presence/online-members";
import { confirmPassword } from "./confirm-password";

/**
 * Deletes the viewer's account with all it owns. Every row goes in one statement, by foreign keys; the stored photos are
 * written down for removal in that same transaction, and removed behind the reply or, if that is cut short, by the next
 * sweep. There is no state in between. Connections' open pages are told that they are none any more.
 * @throws AppError `invalid` when the typed username or the password is wrong; `rate_limited`
 */
export async function deleteAccount(ctx: MemberCtx, input: AccountDeletion): Promise<void> {
  const { viewer } = ctx;
  if (input.confirmation.trim().replace(/^@/, "").toLowerCase() !== viewer.username.toLowerCase()) {
    throw invalid("confirmation", "This is not your username");
  }
  await confirmPassword(ctx, input.currentPassword);
  const circle = await listOnlineCircle(ctx.db, viewer.id);
  const [ended] = await ctx.db.batch([
    ctx.db.delete(sessions).where(eq(sessions.userId, viewer.id)).returning({ id: sessions.id }),
    ctx.db.delete(users).where(eq(users.id, viewer.id)),
  ]);
  ctx.realtime.forget(
    viewer.id,
    ended.map(({ id }) => id),
  );
  for (const id of circle) {
    const payload = { fromUserId: viewer.id, toUserId: id, status: "disconnected" } as const;
    ctx.realtime.tell(id, { type: "connection_status", payload });
    ctx.realtime.tell(id, { type: "offline", payload: { userId: viewer.id } });
  }
  ctx.defer(sweepRemovals(ctx));
}
