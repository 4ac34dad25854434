import { sql } from "drizzle-orm";
import type { LoginInput, SessionUser } from "~/contract/accounts";
import { AppError } from "~/contract/errors";
import { LOGIN_DELAY_MS } from "~/contract/limits";
import { sleep } from "~/contract/time";
import { isForeignKeyViolation } from "~/db/violations";
import type { Ctx } from "../context";
import { unlessSuspended } from "../moderation/suspension";
import { takeFromLimits } from "../rate-limit";
import { inTurn } from "./hash-queue";
import { newSession, type OpenedSession } from "./new-session";
import { NOBODYS_PASSWORD, verifyPassword } from "./password";
import { closeReplaced, deleteReplaced } from "./replaced-session";

interface AccountRow extends SessionUser {
  password: string;
  profileSetupAt: string | null;
}

export interface LoggedIn {
  user: SessionUser;
  isNewUser: boolean;
  session: OpenedSession;
}

/**
 * Checks e-mail and password and opens a session. A session of this browser ends: its cookie is replaced.
 * @throws AppError as `checkPassword`; `forbidden` for a suspended account
 */
export async function logIn(ctx: Ctx, input: LoginInput, userAgent: string): Promise<LoggedIn> {
  const { password: _, profileSetupAt, ...user } = await checkPassword(ctx, input);
  const { session, insert } = newSession(ctx, { userId: user.id, remembered: input.rememberMe, userAgent });
  await unlessSuspended(ctx, user.id, () => ctx.db.batch([insert, ...deleteReplaced(ctx)])).catch(
    (error: unknown) => {
      // The account was deleted while the password was verified.
      throw isForeignKeyViolation(error) ? wrong() : error;
    },
  );
  closeReplaced(ctx);
  return { user, isNewUser: profileSetupAt === null, session };
}

/**
 * Returns the account of an e-mail and its password. For an unknown e-mail a password is verified too, so neither the reply
 * nor its timing reveals whether an account exists.
 *
 * A network address gets ten attempts a minute at an account. Beyond ten from all addresses together, attempts at the account
 * are slowed down and not refused, so nobody can lock a member out (docs/product.md#limits).
 * @throws AppError `unauthenticated`; `rate_limited` per network address, and per account and address
 */
export async function checkPassword(
  ctx: Ctx,
  input: Pick<LoginInput, "email" | "password">,
): Promise<AccountRow> {
  const email = input.email.toLowerCase();
  await takeFromLimits(ctx, { loginAddress: [ctx.address], loginAccount: [`${ctx.address} ${email}`] });
  if (!(await ctx.limits.take("loginAccount", email))) await sleep(LOGIN_DELAY_MS);
  const row = await ctx.db.get<AccountRow | undefined>(sql`
    SELECT id, email, full_name AS fullName, username, bio, profile_image AS profileImage, password,
      profile_setup_at AS profileSetupAt
    FROM users WHERE lower(email) = ${email}`);
  const hash = row?.password ?? NOBODYS_PASSWORD;
  const isRight = await inTurn(ctx, () => verifyPassword(input.password, hash));
  if (!row || !isRight) throw wrong();
  return row;
}

const wrong = () => new AppError("unauthenticated", "Invalid email or password");
