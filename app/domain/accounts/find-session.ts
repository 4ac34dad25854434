import { eq, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { sessions } from "~/db/schema";
import type { Viewer } from "../context";
import { tokenId } from "./session-token";

const TOUCH_MS = 10 * 60 * 1000;

interface SessionRow extends Omit<Viewer, "isSetUp"> {
  profileSetupAt: string | null;
  lastSeenAt: string;
}

/**
 * The member a session cookie stands for, in one statement; null when it is unknown, ended or expired.
 * "Last seen" is written at most every ten minutes, behind the reply.
 */
export async function findSession(
  { db, now, defer }: { db: Db; now: () => Date; defer: (work: Promise<unknown>) => void },
  token: string,
): Promise<Viewer | null> {
  const at = now();
  const row = await db.get<SessionRow | undefined>(sql`
    SELECT s.id AS sessionId, s.last_seen_at AS lastSeenAt, u.id AS id, u.email AS email, u.full_name AS fullName,
      u.username AS username, u.bio AS bio, u.profile_image AS profileImage, u.profile_setup_at AS profileSetupAt
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = ${await tokenId(token)} AND s.expires_at > ${at.toISOString()}`);
  if (!row) return null;
  const { lastSeenAt, profileSetupAt, ...viewer } = row;
  if (at.getTime() - Date.parse(lastSeenAt) > TOUCH_MS) {
    defer(db.update(sessions).set({ lastSeenAt: at.toISOString() }).where(eq(sessions.id, viewer.sessionId)));
  }
  return { ...viewer, isSetUp: profileSetupAt !== null };
}
