import { and, eq, lt, sql } from "drizzle-orm";
import { MINUTE_MS } from "~/contract/time";
import { type BoundStatement, batchRows, prepared } from "~/db/batch";
import type { Chats } from "~/db/chats";
import type { Db } from "~/db/client";
import { sessions } from "~/db/schema";
import { type DbRow, runReads, type SessionKey, type ViewerRead } from "~/db/viewer-query";
import type { Ctx, Viewer } from "../context";
import { tokenId } from "./session-token";

const NO_WORDS: readonly string[] = [];
const TOUCH_MS = 10 * MINUTE_MS;

/** The row of a session look-up. */
export interface SessionRow
  extends Omit<Viewer, "isSetUp" | "aiHidden" | "emailConfirmed" | "mutedWords" | "keepsOriginals"> {
  profileSetupAt: string | null;
  lastSeenAt: string;
  expiresAt: string;
  aiHidden: number;
  emailConfirmed: number;
  /** A JSON array. */
  mutedWords: string;
  keepsOriginals: number;
}

interface Asking {
  db: Db;
  chats: Chats;
  now: () => Date;
  defer: (work: Promise<unknown>) => void;
}

/**
 * Returns the member that a session token belongs to, and the rows of reads that run in the same batch: all but those
 * of messages in several databases, which can be asked only for a known member. The viewer is null when the session is
 * unknown, ended or expired. Stores the session's last use after the reply, at most every ten minutes.
 */
export async function findSession(
  ctx: Asking,
  token: string,
  reads: readonly ViewerRead<unknown>[] = [],
): Promise<Pick<Ctx, "viewer" | "preloaded">> {
  const key = { session: tokenId(token), at: ctx.now().toISOString() };
  const ahead = reads.filter(({ forChat }) => forChat === null || ctx.chats.length === 1);
  let row: DbRow | undefined;
  const inMain = async (statements: BoundStatement[]) => {
    const [[found] = [], ...results] = await batchRows(ctx.db, [sessionStatement(key), ...statements]);
    row = found;
    return results;
  };
  const rows = await runReads(ahead, (read) => read.forSession(key), inMain, [ctx.db], "");
  if (!row) return { viewer: null };
  return {
    viewer: viewerFrom(ctx, sessionRow(row)),
    preloaded: ahead.map((read, index) => ({ read, rows: rows[index] ?? [] })),
  };
}

/** Returns the row of a session, for a socket; null when the session is unknown, ended or expired. */
export async function findSessionRow(ctx: Omit<Asking, "chats">, token: string): Promise<SessionRow | null> {
  const key = { session: tokenId(token), at: ctx.now().toISOString() };
  const [[row] = []] = await batchRows(ctx.db, [sessionStatement(key)]);
  if (!row) return null;
  const session = sessionRow(row);
  touchSession(ctx, session);
  return session;
}

/** Returns the row of `sessionStatement`, whose columns are named as the type names them. */
export const sessionRow = (row: Record<string, unknown>) => row as unknown as SessionRow;

/** The columns of `users u` that a viewer has. */
export const viewerColumns = sql.raw(`u.id AS id, u.email AS email, u.full_name AS fullName,
      u.username AS username, u.bio AS bio, u.profile_image AS profileImage, u.profile_setup_at AS profileSetupAt,
      u.ai_hidden AS aiHidden, u.email_confirmed AS emailConfirmed, u.sensitive_photos AS sensitivePhotos,
      u.muted_words AS mutedWords, u.originals_kept AS keepsOriginals, u.key AS key, u.role AS role, u.silenced_until AS silencedUntil,
      u.dismissed_announcement AS dismissedAnnouncement`);

/** The statement that finds a session which has not expired. */
export const sessionStatement = prepared<SessionKey>(sql`
    SELECT s.id AS sessionId, s.last_seen_at AS lastSeenAt, s.expires_at AS expiresAt, ${viewerColumns}
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = ${sql.placeholder("session")} AND s.expires_at > ${sql.placeholder("at")}`);

/** Stores the last use of a session when the stored one is ten minutes old, once. @returns whether it tries */
export function touchSession(
  { db, now, defer }: Omit<Asking, "chats">,
  { sessionId, lastSeenAt }: SessionRow,
): boolean {
  const at = now();
  if (at.getTime() - Date.parse(lastSeenAt) <= TOUCH_MS) return false;
  const before = new Date(at.getTime() - TOUCH_MS).toISOString();
  const isOld = and(eq(sessions.id, sessionId), lt(sessions.lastSeenAt, before));
  defer(db.update(sessions).set({ lastSeenAt: at.toISOString() }).where(isOld));
  return true;
}

/** Returns the viewer of a session's row, and stores its last use. */
function viewerFrom(ctx: Asking, row: SessionRow): Viewer {
  touchSession(ctx, row);
  return viewerOf(row);
}

/** Returns the viewer of a session's row. */
export function viewerOf(row: SessionRow): Viewer {
  const {
    lastSeenAt: _,
    expiresAt: __,
    profileSetupAt,
    aiHidden,
    emailConfirmed,
    mutedWords,
    keepsOriginals,
    ...viewer
  } = row;
  return {
    ...viewer,
    isSetUp: profileSetupAt !== null,
    aiHidden: aiHidden === 1,
    keepsOriginals: keepsOriginals === 1,
    emailConfirmed: emailConfirmed === 1,
    // Written by `muteWord`.
    mutedWords: mutedWords === "[]" ? NO_WORDS : (JSON.parse(mutedWords) as string[]),
  };
}
