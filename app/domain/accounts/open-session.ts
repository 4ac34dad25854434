import { SESSION_DAYS } from "~/contract/limits";
import { DAY_MS } from "~/contract/time";
import { sessions } from "~/db/schema";
import type { Ctx } from "../context";
import { newToken, tokenId } from "./session-token";

/** The values of the session cookie. */
export interface OpenedSession {
  token: string;
  remembered: boolean;
}

/** Stores a new session for a member and returns its token, of which the database stores only the hash. */
export async function openSession(
  ctx: Ctx,
  member: { userId: string; remembered: boolean; userAgent: string },
): Promise<OpenedSession> {
  const token = newToken();
  const now = ctx.now();
  await ctx.db.insert(sessions).values({
    id: tokenId(token),
    userId: member.userId,
    userAgent: member.userAgent.slice(0, 300),
    remembered: member.remembered,
    lastSeenAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + SESSION_DAYS * DAY_MS).toISOString(),
    createdAt: now.toISOString(),
  });
  return { token, remembered: member.remembered };
}
