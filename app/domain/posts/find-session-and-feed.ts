import { sql } from "drizzle-orm";
import { batchRows, prepared } from "~/db/batch";
import { beforeId, type PageRequest } from "~/db/cursor";
import type { PostRow } from "~/db/post-rows";
import { type SessionRow, sessionAt, sessionStatement, viewerFrom } from "../accounts/find-session";
import type { Ctx } from "../context";
import { feedStatement } from "./read-feed";

/** The feed of the member whose session it is, by how many posts its page shows. */
const feedsOfSession = new Map<number, ReturnType<typeof prepareFeed>>();

function prepareFeed(shown: number) {
  const { placeholder } = sql;
  const member = sql`(SELECT user_id FROM sessions WHERE id = ${placeholder("session")} AND expires_at > ${placeholder("at")})`;
  return prepared<ReturnType<typeof sessionAt> & { before: string }>(
    feedStatement(member, sql`${placeholder("before")}`, shown),
  );
}

function feedOfSession(shown: number) {
  const feed = feedsOfSession.get(shown) ?? prepareFeed(shown);
  feedsOfSession.set(shown, feed);
  return feed;
}

/** The statements that tell who a token stands for, and a page of their feed. */
export function sessionAndFeed(token: string, at: Date, page: PageRequest) {
  const known = sessionAt(token, at);
  return [sessionStatement(known), feedOfSession(page.limit)({ ...known, before: beforeId(page) })];
}

/**
 * Who a session cookie stands for and a page of their feed, in one trip to the database instead of two: the feed is asked
 * for whoever the session is of, and is empty when it is nobody's.
 */
export async function findSessionAndFeed(
  ctx: Ctx,
  token: string,
  page: PageRequest,
): Promise<Pick<Ctx, "viewer" | "feed">> {
  const [[session] = [], rows = []] = await batchRows(ctx.db, sessionAndFeed(token, ctx.now(), page));
  if (!session) return { viewer: null };
  // Both statements name their columns as these types do.
  return {
    viewer: viewerFrom(ctx, session as unknown as SessionRow),
    feed: { page, rows: rows as unknown as PostRow[] },
  };
}
