import { type SQL, sql } from "drizzle-orm";
import type { SessionUser } from "~/contract/accounts";
import { batchRows } from "~/db/batch";
import type { Browser } from "~/platform/cookies";
import type { Ctx } from "../context";
import { newLogIn } from "../mail/alert-events";
import { unlessSuspended } from "../moderation/suspension";
import { newSession, type OpenedSession } from "./new-session";
import { closeReplaced, deleteReplaced } from "./replaced-session";
import { logInAlert } from "./security-alert";

/** The row of the member who logs in. */
export interface AccountRow extends SessionUser {
  password: string;
  profileSetupAt: string | null;
  language: string | null;
}

/** The columns of an `AccountRow`, of `users` named `u`. */
export const accountColumns: SQL = sql`u.id AS id, u.email AS email, u.full_name AS fullName, u.username AS username,
  u.bio AS bio, u.profile_image AS profileImage, u.password AS password, u.profile_setup_at AS profileSetupAt, u.language AS language`;

export interface LoggedIn {
  user: SessionUser;
  isNewUser: boolean;
  session: OpenedSession;
}

interface LogIn {
  remembered: boolean;
  browser: Browser;
  /** The condition of the log-in, such as a code that was not used yet. */
  condition?: SQL;
  /** Returns statements of the same transaction, such as those that void the code, if the session is open. */
  spend?: (isOpen: SQL) => SQL[];
}

/**
 * Opens a session for a member who has proved their identity. A session of this browser ends: its cookie is replaced. A
 * log-in with a browser that the account does not know is mailed to its member.
 * @returns null when the condition does not hold
 * @throws AppError `forbidden` for a suspended account
 */
export async function openSession(
  ctx: Ctx,
  { password, profileSetupAt, language, ...user }: AccountRow,
  { remembered, browser, condition, spend = () => [] }: LogIn,
): Promise<LoggedIn | null> {
  const opening = newSession(ctx, { userId: user.id, password, language, remembered, browser, condition });
  const alert = logInAlert(ctx, user.id, opening);
  const replaced = deleteReplaced(ctx, opening.sessionId);
  const statements = [opening.insert, alert.insert].map((query) => query.getSQL());
  const write = () =>
    batchRows(ctx.db, [
      ...statements,
      ...spend(sql`EXISTS (SELECT 1 FROM sessions WHERE id = ${opening.sessionId})`),
      ...replaced.map((query) => query.getSQL()),
    ]);
  const [opened = [], alerts = []] = await unlessSuspended(ctx, user.id, write);
  if (opened.length === 0) return null;
  closeReplaced(ctx);
  if (alerts.length > 0) alert.mail(user, newLogIn(ctx.now(), browser.userAgent));
  return { user, isNewUser: profileSetupAt === null, session: opening.session };
}
