import type { PasswordChange } from "~/contract/accounts";
import type { MemberCtx } from "../context";
import { changeCredentials } from "./change-credentials";
import { confirmPassword } from "./confirm-password";
import { hashPassword } from "./password";

/**
 * Sets the viewer's password, ends their other sessions and voids their reset links.
 * @throws AppError `invalid` when the current password is wrong; `rate_limited`
 */
export async function changePassword(ctx: MemberCtx, input: PasswordChange): Promise<void> {
  const { viewer } = ctx;
  await confirmPassword(ctx, input.currentPassword);
  await changeCredentials(ctx, { password: await hashPassword(input.newPassword) });
  ctx.defer(
    ctx.mail.send(
      viewer.email,
      "Your password was changed",
      `Hello ${viewer.fullName},\n\nThe password of your Afterglow account has just been changed. If you did not make this change, set a new password:\n${ctx.urlOf("/forgot-password")}`,
    ),
  );
}
