import { SESSION_DAYS } from "~/contract/limits";
import { DAY_MS } from "~/contract/time";
import { sessions } from "~/db/schema";
import type { Ctx } from "../context";
import { newToken, tokenId } from "./session-token";

/** The values of the session cookie. */
export interface OpenedSession {
  token: string;
  memberId: string;
  remembered: boolean;
}

/**
 * Returns a new session for a member and the statement that stores it, for the batch of the write that it belongs to. The
 * database stores only the hash of the token.
 */
export function newSession(
  ctx: Pick<Ctx, "db" | "now">,
  member: { userId: string; remembered: boolean; userAgent: string },
) {
  const token = newToken();
  const now = ctx.now();
  const session: OpenedSession = { token, memberId: member.userId, remembered: member.remembered };
  const insert = ctx.db.insert(sessions).values({
    id: tokenId(token),
    userId: member.userId,
    userAgent: member.userAgent.slice(0, 300),
    remembered: member.remembered,
    lastSeenAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + SESSION_DAYS * DAY_MS).toISOString(),
    createdAt: now.toISOString(),
  });
  return { session, insert };
}
