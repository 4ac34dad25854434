import { eq, sql } from "drizzle-orm";
import { batchRows, prepared } from "~/db/batch";
import type { Db } from "~/db/client";
import { sessions } from "~/db/schema";
import type { Viewer } from "../context";
import { tokenId } from "./session-token";

const TOUCH_MS = 10 * 60 * 1000;

export interface SessionRow extends Omit<Viewer, "isSetUp" | "aiHidden"> {
  profileSetupAt: string | null;
  lastSeenAt: string;
  aiHidden: number;
}

interface Asking {
  db: Db;
  now: () => Date;
  defer: (work: Promise<unknown>) => void;
}

/**
 * The member a session cookie stands for, in one statement; null when it is unknown, ended or expired.
 * "Last seen" is written at most every ten minutes, behind the reply.
 */
export async function findSession(ctx: Asking, token: string): Promise<Viewer | null> {
  const [[row] = []] = await batchRows(ctx.db, [sessionStatement(sessionAt(token, ctx.now()))]);
  // The statement names its columns as this type does.
  return row ? viewerFrom(ctx, row as unknown as SessionRow) : null;
}

/** The session of a token, if it has not run out by then, as `sessionStatement` takes it. */
export function sessionAt(token: string, at: Date): { session: string; at: string } {
  return { session: tokenId(token), at: at.toISOString() };
}

/** The statement behind it, for those who ask something else in the same trip. */
export const sessionStatement = prepared<ReturnType<typeof sessionAt>>(sql`
    SELECT s.id AS sessionId, s.last_seen_at AS lastSeenAt, u.id AS id, u.email AS email, u.full_name AS fullName,
      u.username AS username, u.bio AS bio, u.profile_image AS profileImage, u.profile_setup_at AS profileSetupAt,
      u.ai_hidden AS aiHidden
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = ${sql.placeholder("session")} AND s.expires_at > ${sql.placeholder("at")}`);

/** The member of a session's row; what is due of "last seen" is written behind the reply. */
export function viewerFrom({ db, now, defer }: Asking, row: SessionRow): Viewer {
  const at = now();
  const { lastSeenAt, profileSetupAt, aiHidden, ...viewer } = row;
  if (at.getTime() - Date.parse(lastSeenAt) > TOUCH_MS) {
    defer(db.update(sessions).set({ lastSeenAt: at.toISOString() }).where(eq(sessions.id, viewer.sessionId)));
  }
  return { ...viewer, isSetUp: profileSetupAt !== null, aiHidden: aiHidden === 1 };
}
