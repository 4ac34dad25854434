import type { EmailChange } from "~/contract/accounts";
import type { MemberCtx } from "../context";
import { changeCredentials } from "./change-credentials";
import { confirmPassword } from "./confirm-password";
import { emailConflict } from "./email-conflict";

/**
 * Sets the viewer's e-mail address, ends their other sessions and voids their reset links. The old address gets a mail.
 * @throws AppError `invalid` when the password is wrong; `conflict` when another member has the address; `rate_limited`
 */
export async function changeEmail(ctx: MemberCtx, input: EmailChange): Promise<void> {
  const { viewer } = ctx;
  await confirmPassword(ctx, input.currentPassword);
  await changeCredentials(ctx, { email: input.email.toLowerCase() }).catch((error: unknown) => {
    throw emailConflict(error) ?? error;
  });
  ctx.defer(
    ctx.mail.send(
      viewer.email,
      "Your e-mail address was changed",
      `Hello ${viewer.fullName},\n\nYou now sign in to Afterglow with another e-mail address. If you did not make this change, please reply to this mail.`,
    ),
  );
}
