import { eq } from "drizzle-orm";
import type { PasswordChange } from "~/contract/accounts";
import { passwordResets, users } from "~/db/schema";
import type { MemberCtx } from "../context";
import { confirmPassword } from "./confirm-password";
import { closeSockets, deleteOtherSessions } from "./end-session";
import { inTurn } from "./hash-queue";
import { hashPassword } from "./password";
import { voidEmailChange } from "./void-email-change";

/**
 * Sets the viewer's password, ends their other sessions, and voids their reset links and a pending change of their e-mail
 * address: somebody who knew the old password may have requested them.
 * @throws AppError `invalid` when the current password is wrong; `rate_limited`
 */
export async function changePassword(ctx: MemberCtx, input: PasswordChange): Promise<void> {
  const { db, viewer } = ctx;
  await confirmPassword(ctx, input.currentPassword);
  const password = await inTurn(ctx, () => hashPassword(input.newPassword));
  const [, ended] = await db.batch([
    db.update(users).set({ password }).where(eq(users.id, viewer.id)),
    deleteOtherSessions(ctx),
    db.delete(passwordResets).where(eq(passwordResets.userId, viewer.id)),
    voidEmailChange(db, viewer.id, ctx.now().toISOString()),
  ]);
  closeSockets(ctx, viewer.id, ended);
  ctx.defer(
    ctx.mail.send(
      viewer.email,
      "Your password was changed",
      `Hello ${viewer.fullName},\n\nThe password of your Afterglow account has just been changed. If you did not make this change, set a new password:\n${ctx.urlOf("/forgot-password")}`,
    ),
  );
}
