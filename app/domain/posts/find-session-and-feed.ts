import { sql } from "drizzle-orm";
import { batchRows } from "~/db/batch";
import type { PageRequest } from "~/db/cursor";
import type { PostRow } from "~/db/post-rows";
import { type SessionRow, sessionStatement, viewerFrom } from "../accounts/find-session";
import { tokenId } from "../accounts/session-token";
import type { Ctx } from "../context";
import { feedStatement } from "./read-feed";

/**
 * Who a session cookie stands for and a page of their feed, in one trip to the database instead of two: the feed is asked
 * for whoever the session is of, and is empty when it is nobody's.
 */
export async function findSessionAndFeed(
  ctx: Ctx,
  token: string,
  page: PageRequest,
): Promise<Pick<Ctx, "viewer" | "feed">> {
  const id = await tokenId(token);
  const now = ctx.now();
  const member = sql`(SELECT user_id FROM sessions WHERE id = ${id} AND expires_at > ${now.toISOString()})`;
  const [[session] = [], rows = []] = await batchRows(ctx.db, [
    sessionStatement(id, now),
    feedStatement(member, page),
  ]);
  if (!session) return { viewer: null };
  // Both statements name their columns as these types do.
  return {
    viewer: viewerFrom(ctx, session as unknown as SessionRow),
    feed: { page, rows: rows as unknown as PostRow[] },
  };
}
