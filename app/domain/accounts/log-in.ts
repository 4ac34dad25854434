import { sql } from "drizzle-orm";
import type { LoginInput, SessionUser } from "~/contract/accounts";
import { AppError } from "~/contract/errors";
import type { Ctx } from "../context";
import { takeFromLimits } from "../rate-limit";
import { type OpenedSession, openSession } from "./open-session";
import { NOBODYS_PASSWORD, verifyPassword } from "./password";

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
 * Checks e-mail and password and opens a session. For an unknown e-mail a password is verified too, so neither the reply
 * nor its timing reveals whether an account exists.
 * @throws AppError `unauthenticated`; `rate_limited` per network address and per account
 */
export async function logIn(ctx: Ctx, input: LoginInput, userAgent: string): Promise<LoggedIn> {
  const email = input.email.toLowerCase();
  await takeFromLimits(ctx, { loginAddress: [ctx.address], loginAccount: [email] });
  const row = await ctx.db.get<AccountRow | undefined>(sql`
    SELECT id, email, full_name AS fullName, username, bio, profile_image AS profileImage, password,
      profile_setup_at AS profileSetupAt
    FROM users WHERE lower(email) = ${email}`);
  const isRight = await verifyPassword(input.password, row?.password ?? NOBODYS_PASSWORD);
  if (!row || !isRight) throw new AppError("unauthenticated", "Invalid email or password");
  const { password: _, profileSetupAt, ...user } = row;
  const session = await openSession(ctx, { userId: user.id, remembered: input.rememberMe, userAgent });
  return { user, isNewUser: profileSetupAt === null, session };
}
