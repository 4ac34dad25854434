import { and, eq, ne } from "drizzle-orm";
import type { PasswordChange } from "~/contract/accounts";
import { passwordResets, sessions, users } from "~/db/schema";
import type { MemberCtx } from "../context";
import { confirmPassword } from "./confirm-password";
import { hashPassword } from "./password";

/**
 * Sets a new password and ends the viewer's other sessions; links to reset the old one are void.
 * @throws AppError `invalid` when the current password is wrong; `rate_limited`
 */
export async function changePassword(ctx: MemberCtx, input: PasswordChange): Promise<void> {
  const { viewer } = ctx;
  await confirmPassword(ctx, input.currentPassword);
  const password = await hashPassword(input.newPassword);
  const [, ended] = await ctx.db.batch([
    ctx.db.update(users).set({ password }).where(eq(users.id, viewer.id)),
    ctx.db
      .delete(sessions)
      .where(and(eq(sessions.userId, viewer.id), ne(sessions.id, viewer.sessionId)))
      .returning({ id: sessions.id }),
    ctx.db.delete(passwordResets).where(eq(passwordResets.userId, viewer.id)),
  ]);
  ctx.realtime.endSessions(
    viewer.id,
    ended.map(({ id }) => id),
  );
  ctx.defer(
    ctx.mail.send(
      viewer.email,
      "Your password was changed",
      `Hello ${viewer.fullName},\n\nthe password of your Afterglow account was changed just now. If that was not you, set a new one:\n${ctx.site}/forgot-password`,
    ),
  );
}
