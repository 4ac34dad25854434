import { and, eq, ne } from "drizzle-orm";
import type { EmailChange } from "~/contract/accounts";
import { AppError } from "~/contract/errors";
import { passwordResets, sessions, users } from "~/db/schema";
import { violatedIndex } from "~/db/violations";
import type { MemberCtx } from "../context";
import { confirmPassword } from "./confirm-password";

/**
 * Sets a new e-mail address and ends the viewer's other sessions. The old address is told, and links that were sent to
 * it are void.
 * @throws AppError `invalid` when the password is wrong; `conflict` when the address is another member's; `rate_limited`
 */
export async function changeEmail(ctx: MemberCtx, input: EmailChange): Promise<void> {
  const { viewer } = ctx;
  const email = input.email.toLowerCase();
  await confirmPassword(ctx, input.currentPassword);
  const change = ctx.db.batch([
    ctx.db.update(users).set({ email }).where(eq(users.id, viewer.id)),
    ctx.db
      .delete(sessions)
      .where(and(eq(sessions.userId, viewer.id), ne(sessions.id, viewer.sessionId)))
      .returning({ id: sessions.id }),
    ctx.db.delete(passwordResets).where(eq(passwordResets.userId, viewer.id)),
  ]);
  const [, ended] = await change.catch((error: unknown) => {
    if (violatedIndex(error) !== "users_email") throw error;
    throw new AppError("conflict", "This email is already in use.", {
      email: ["This email is already in use."],
    });
  });
  ctx.realtime.endSessions(
    viewer.id,
    ended.map(({ id }) => id),
  );
  ctx.defer(
    ctx.mail.send(
      viewer.email,
      "Your e-mail address was changed",
      `Hello ${viewer.fullName},\n\nyour Afterglow account now goes by another e-mail address. If that was not you, please answer this mail.`,
    ),
  );
}
