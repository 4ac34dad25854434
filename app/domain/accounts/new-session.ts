import { type SQL, sql } from "drizzle-orm";
import { SESSION_DAYS } from "~/contract/account-limits";
import { DAY_MS } from "~/contract/time";
import { sessions } from "~/db/schema";
import type { Browser } from "~/platform/cookies";
import type { Ctx } from "../context";
import { browserToken } from "./browser-token";
import { newToken, tokenId } from "./session-token";

/** The values of the cookies of a log-in. */
export interface OpenedSession {
  token: string;
  memberId: string;
  remembered: boolean;
  /** The language that the member has chosen. */
  language: string | null;
  /** The browser's tokens, the member's first. */
  browserTokens: string[];
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
  const ownToken = browserToken(userId, password);
  const browserTokens = [ownToken, ...browser.browserTokens.filter((other) => other !== ownToken)];
  const session: OpenedSession = { token, memberId: userId, remembered, language, browserTokens };
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
  return { session, sessionId, insert, isNewBrowser: !browser.browserTokens.includes(ownToken) };
}
