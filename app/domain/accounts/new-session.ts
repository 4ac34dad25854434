import { type SQL, sql } from "drizzle-orm";
import { SESSION_DAYS } from "~/contract/account-limits";
import { DAY_MS } from "~/contract/time";
import { sessions } from "~/db/schema";
import type { Browser } from "~/platform/cookies";
import type { Ctx } from "../context";
import { browserMark } from "./browser-mark";
import { newToken, tokenId } from "./session-token";

/** The values of the cookies of a log-in. */
export interface OpenedSession {
  token: string;
  memberId: string;
  remembered: boolean;
  /** The language that the member has chosen. */
  language: string | null;
  /** The browser's marks, the member's first. */
  marks: string[];
}

interface NewSession {
  userId: string;
  /** The stored hash of the member's password. */
  password: string;
  language: string | null;
  remembered: boolean;
  browser: Browser;
  /** The condition of the insert, which returns a row if it holds. */
  condition?: SQL;
}

/**
 * Returns a new session for a member and the statement that stores it, for the batch of the write that it belongs to.
 * The database stores only the hash of the token. `isNewBrowser` is false when the member has logged in with this
 * browser and this password before.
 */
export function newSession(
  ctx: Pick<Ctx, "db" | "now">,
  { userId, password, language, remembered, browser, condition = sql`true` }: NewSession,
) {
  const token = newToken();
  const now = ctx.now();
  const mark = browserMark(userId, password);
  const marks = [mark, ...browser.marks.filter((other) => other !== mark)];
  const session: OpenedSession = { token, memberId: userId, remembered, language, marks };
  const sessionId = tokenId(token);
  const at = now.toISOString();
  const until = new Date(now.getTime() + SESSION_DAYS * DAY_MS).toISOString();
  const insert = ctx.db
    .insert(sessions)
    // In the order of the table's columns.
    .select(
      sql`SELECT ${sessionId}, ${userId}, ${browser.userAgent.slice(0, 300)}, ${Number(remembered)}, ${at}, ${until}, ${at}, ${at}
        WHERE ${condition}`,
    )
    .returning({ id: sessions.id });
  return { session, sessionId, insert, isNewBrowser: !browser.marks.includes(mark) };
}
