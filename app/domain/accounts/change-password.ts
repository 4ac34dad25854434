import { eq } from "drizzle-orm";
import type { PasswordChange } from "~/contract/accounts";
import { passwordResets, pendingLogIns, users } from "~/db/schema";
import type { MemberCtx } from "../context";
import { checkNewPassword } from "./check-new-password";
import { confirmOwner } from "./confirm-password";
import { closeSockets, deleteOtherSessions } from "./end-session";
import { inTurn } from "./hash-queue";
import { hashPassword } from "./password";
import { PASSWORD_CHANGED, securityAlert } from "./security-alert";
import { voidEmailChange } from "./void-email-change";

/**
 * Sets the viewer's password, ends their other sessions and pending log-ins, and voids their reset links and a pending change of
 * their e-mail address: somebody who knew the old password may have requested them. The member gets a mail.
 * @throws AppError `step_up` of an account without a password; `invalid` when the current password is wrong, or as `checkNewPassword`; `rate_limited`
 */
export async function changePassword(ctx: MemberCtx, input: PasswordChange): Promise<void> {
  const { db, viewer } = ctx;
  await confirmOwner(ctx, input.currentPassword);
  await checkNewPassword(ctx, "newPassword", input.newPassword);
  const password = await inTurn(ctx, () => hashPassword(input.newPassword));
  const alert = securityAlert(ctx, viewer.id);
  const [, ended] = await db.batch([
    db.update(users).set({ password }).where(eq(users.id, viewer.id)),
    deleteOtherSessions(ctx),
    db.delete(pendingLogIns).where(eq(pendingLogIns.userId, viewer.id)),
    db.delete(passwordResets).where(eq(passwordResets.userId, viewer.id)),
    voidEmailChange(db, viewer.id, ctx.now().toISOString()),
    alert.insert,
  ]);
  closeSockets(ctx, viewer.id, ended);
  alert.mail(viewer, PASSWORD_CHANGED);
}
