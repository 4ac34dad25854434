import { type SessionUser, type SignupInput, username as usernameRule } from "~/contract/accounts";
import { newId } from "~/contract/ids";
import { EMAIL_LINK_HOURS } from "~/contract/limits";
import { isReservedUsername } from "~/contract/reserved-usernames";
import { HOUR_MS } from "~/contract/time";
import { nextKey } from "~/db/keys";
import { emailChanges, users } from "~/db/schema";
import { isUsernameTaken } from "~/db/violations";
import type { Browser } from "~/platform/cookies";
import type { Ctx } from "../context";
import { takeFromLimits } from "../rate-limit";
import { storeNameTerms } from "../search/name-terms";
import { admitSignUp } from "./admit-sign-up";
import { checkNewPassword } from "./check-new-password";
import { orEmailConflict } from "./email-conflict";
import { newEmailMail } from "./email-mail";
import { inTurn } from "./hash-queue";
import { newSession, type OpenedSession } from "./new-session";
import { hashPassword } from "./password";
import { provisionalUsername } from "./provisional-username";
import { closeReplaced, deleteReplaced } from "./replaced-session";
import { requireHuman } from "./require-human";

/** Usernames to try. The last ones end in nine digits, so running out of them is a bug. */
const ATTEMPTS = 12;

/**
 * Creates an account with the given username, or a provisional one when it is missing, invalid or taken, and opens a
 * session in the same transaction. Mails a link and a code that confirm the address (docs/product.md#email-changes).
 * @throws AppError `conflict` when the e-mail is taken (without regard to case) or reserved for an undo; `invalid` or `forbidden` when it
 *   or the network is blocked; `invalid` as `checkNewPassword`; `rate_limited`
 */
export async function signUp(
  ctx: Ctx,
  input: Omit<SignupInput, "terms">,
  browser: Browser,
): Promise<{ user: SessionUser; session: OpenedSession }> {
  await takeFromLimits(
    ctx,
    { signup: [ctx.address] },
    "Too many accounts from here. Please wait a minute and try again.",
  );
  const email = input.email.toLowerCase();
  await requireHuman(ctx, input.turnstile);
  await admitSignUp(ctx, email);
  await checkNewPassword(ctx, "password", input.password);
  const password = await inTurn(ctx, () => hashPassword(input.password));
  const wanted = usernameRule.refine((name) => !isReservedUsername(name)).safeParse(input.username);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const username = attempt === 0 && wanted.success ? wanted.data : provisionalUsername(email, attempt);
    const user = { id: newId(), email, fullName: input.fullName, username, bio: "", profileImage: null };
    const now = ctx.now();
    const mail = newEmailMail(ctx, user.id, email);
    const { session, sessionId, insert } = newSession(ctx, {
      userId: user.id,
      password,
      remembered: false,
      browser,
    });
    try {
      await ctx.db.batch([
        ctx.db.insert(users).values({
          ...user,
          password,
          emailConfirmed: false,
          createdAt: now.toISOString(),
          key: nextKey("users"),
        }),
        storeNameTerms(ctx.db, user.id, username, user.fullName),
        insert,
        ctx.db.insert(emailChanges).values({
          id: mail.id,
          code: mail.code,
          userId: user.id,
          email,
          sessionId: sessionId,
          expiresAt: new Date(now.getTime() + EMAIL_LINK_HOURS * HOUR_MS).toISOString(),
          createdAt: now.toISOString(),
        }),
        ...deleteReplaced(ctx, sessionId),
      ]);
    } catch (error) {
      if (isUsernameTaken(error)) continue;
      throw orEmailConflict(error);
    }
    closeReplaced(ctx);
    ctx.defer(mail.send(false));
    return { user, session };
  }
  throw new Error(`no free username for an account after ${ATTEMPTS} attempts`);
}
