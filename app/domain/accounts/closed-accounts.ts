import { type SQL, sql } from "drizzle-orm";
import { batchRows } from "~/db/batch";
import { siteDatabases } from "~/db/chats";
import { memberKey } from "~/db/keys";
import { limit } from "~/db/limit";
import { elapsedMs } from "~/platform/elapsed";
import type { Ctx } from "../context";

type ClosedCtx = Pick<Ctx, "db" | "chats">;

/**
 * An account with more rows than this is deleted in steps. A like with its notification is two, and 100,000 of them
 * take 4.5 s on a laptop and five times as long on D1, which ends a statement after 30 s.
 */
export const SMALL_ROWS = 10_000;

/** Rows of one step, which takes about a second on D1. */
const STEP_ROWS = 2000;
/** Posts of one step. Each has words, hashtags, photos and files. */
const STEP_POSTS = 200;

/** Most milliseconds of steps after the reply: Cloudflare ends them after 30 s. The hourly run does the rest. */
const AFTER_REPLY_MS = 20_000;

/** Rows of an account that can be many. */
interface Part {
  /** `FROM … WHERE …` */
  rows: SQL;
  /** Deletes some of them. */
  step: SQL[];
}

/** Returns the parts of an account in the order in which they are deleted: first what other members can see. */
function partsOf(id: string): Part[] {
  const me = memberKey(id);
  const posts = sql`(SELECT key FROM posts WHERE user_id = ${id})`;
  const chats = sql`(SELECT key FROM conversations WHERE low_id = ${id} UNION ALL SELECT key FROM conversations WHERE high_id = ${id})`;
  return [
    part("notices", "member, is_read, id", sql`sender = ${me} AND type NOT IN ('like', 'save')`),
    part("post_comments", "post, id", sql`member = ${me}`),
    reactions("post_likes", me, "owner, post"),
    reactions("post_saves", me, "saved_at, post"),
    part("comment_likes", "post, comment, member", sql`member = ${me}`),
    // Before the posts: each of them looks for its notifications among all of its owner.
    part("notices", "member, is_read, id", sql`member = ${me}`),
    part("post_likes", "post, member", sql`post IN ${posts}`),
    part("post_saves", "post, member", sql`post IN ${posts}`),
    part("post_comments", "post, id", sql`post IN ${posts}`),
    part("posts", "id", sql`user_id = ${id}`, STEP_POSTS),
    // The row with the greatest id stays until its conversation is deleted.
    part(
      "chat_messages",
      "id",
      sql`conversation IN ${chats} AND content IS NOT NULL AND id < (SELECT max(id) FROM chat_messages)`,
    ),
    part("withdrawn_notices", "rowid", sql`sender = ${me}`),
    part("withdrawn_notices", "rowid", sql`member = ${me}`),
    part("deleted_client_ids", "rowid", sql`user_id = ${id}`),
  ];
}

/** @param key the columns that name a row */
function part(table: string, key: string, where: SQL, most = STEP_ROWS): Part {
  const [from, columns] = [sql.raw(table), sql.raw(key)];
  const rows = sql`FROM ${from} WHERE ${where}`;
  return {
    rows,
    step: [sql`DELETE FROM ${from} WHERE (${columns}) IN (SELECT ${columns} ${rows} ${limit(most)})`],
  };
}

/** Likes or saves of a member, with their notifications, which no index finds. */
function reactions(table: string, me: SQL, order: string): Part {
  const from = sql.raw(table);
  const rows = sql`FROM ${from} WHERE member = ${me}`;
  const some = sql`${rows} ORDER BY ${sql.raw(order)} ${limit(STEP_ROWS)}`;
  return {
    rows,
    step: [
      sql`DELETE FROM notices WHERE is_read IN (0, 1) AND (member, id) IN (SELECT owner, coalesce(read_notice, notice) ${some})`,
      // The first statement deletes removed reactions too. These can be others, whose rows stay until the next step.
      sql`DELETE FROM ${from} WHERE (post, member) IN (SELECT post, member ${some}) AND NOT EXISTS (
        SELECT 1 FROM notices WHERE member = ${from}.owner AND is_read IN (0, 1) AND id = coalesce(${from}.read_notice, ${from}.notice))`,
    ],
  };
}

/** Returns the condition that one statement can delete an account. */
export function isSmall(id: string): SQL {
  const counts = partsOf(id).map(
    ({ rows }) => sql`(SELECT count(*) FROM (SELECT 1 ${rows} ${limit(SMALL_ROWS + 1)}))`,
  );
  return sql`${sql.join(counts, sql` + `)} <= ${SMALL_ROWS}`;
}

/** Returns the statement that closes an account if it still exists; the trigger `suspensions_closed` does the rest. */
export const closeAccount = (id: string): SQL => sql`
  INSERT INTO suspensions (member_id, decision_id, reason) SELECT id, '', 'other' FROM users WHERE id = ${id} RETURNING member_id AS id`;

/** Deletes a part of a closed account, or all of a small one. Idempotent. @returns whether something may be left */
async function deleteStep(ctx: ClosedCtx, id: string): Promise<boolean> {
  const parts = partsOf(id);
  const cases = parts.map(({ rows }, nth) => sql`WHEN EXISTS (SELECT 1 ${rows}) THEN ${nth}`);
  const next = await ctx.db.get<{ part: number | null } | undefined>(
    sql`SELECT CASE ${sql.join(cases, sql` `)} END AS part FROM users WHERE id = ${id}`,
  );
  const step = next?.part == null ? undefined : parts[next.part]?.step;
  await batchRows(ctx.db, step ?? deletion(ctx, id));
  return step !== undefined;
}

/** Returns the statements that delete an account. @param condition of its row */
export const deletion = ({ chats }: Pick<ClosedCtx, "chats">, id: string, condition = sql`true`): SQL[] => [
  sql`DELETE FROM users WHERE id = ${id} AND ${condition}`,
  // The main database has deleted its conversations.
  ...(chats.length === 1
    ? [
        sql`DELETE FROM deleted_accounts WHERE id = ${id} AND NOT EXISTS (SELECT 1 FROM users WHERE id = ${id})`,
      ]
    : []),
];

/** Deletes a closed account in steps, after the reply. The hourly run deletes the rest. */
export async function deleteClosed(given: ClosedCtx, id: string): Promise<void> {
  const ctx = siteDatabases(given);
  const started = elapsedMs();
  while (elapsedMs() - started < AFTER_REPLY_MS && (await deleteStep(ctx, id)));
}

/** Makes one step for the account that was closed first. @returns 1, or 0 when no closed account is left */
export async function sweepClosedAccounts(ctx: ClosedCtx): Promise<number> {
  const account = await ctx.db.get<{ id: string } | undefined>(
    sql`SELECT users.id AS id FROM deleted_accounts CROSS JOIN users ON users.id = deleted_accounts.id ORDER BY left_at LIMIT 1`,
  );
  if (!account) return 0;
  await deleteStep(ctx, account.id);
  return 1;
}
