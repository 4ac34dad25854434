import { type SQL, sql } from "drizzle-orm";
import { HOUR_MS } from "~/contract/time";
import { batchRows } from "~/db/batch";
import { chatAt, siteDatabases } from "~/db/chats";
import { IDEMPOTENT } from "~/db/repeatable";
import type { DbRow } from "~/db/viewer-query";
import { logError } from "~/platform/log";
import type { Ctx } from "../context";

/** The row of a closed account stays until the steps of `sweepClosedAccounts` have deleted the account. */
const isGone = sql`NOT EXISTS (SELECT 1 FROM users WHERE users.id = deleted_accounts.id)`;

type StepsCtx = Pick<Ctx, "db" | "chats" | "now">;

/** Pairs and members in one run; the next one does the rest. */
const BATCH = 50;
/** A request from before an account's deletion has ended after this time, and stores no more messages. */
const REPEAT_MS = HOUR_MS;

/** A pair whose chat database does not know yet that their connection has ended, or begun again. */
interface Step {
  id: number;
  chat: number;
  isOpen: 0 | 1;
  lowId: string;
  highId: string;
  low: number;
  high: number;
}

/**
 * Runs a batch in the main database that may end or begin a connection or delete the viewer's account, then completes
 * the steps that it leaves for the chat databases, before the reply. If it is cut off in between, or a step fails, the
 * member's hub completes them when it expects them, or else the hourly run.
 * @returns the rows of each statement
 */
export async function withChatSteps(
  ctx: StepsCtx & Pick<Ctx, "viewer" | "realtime">,
  statements: SQL[],
  isExpected = true,
): Promise<DbRow[][]> {
  // Triggers of the main database do it there.
  if (ctx.chats.length === 1) return batchRows(ctx.db, statements);
  const pending = pendingSteps(ctx);
  // The hub is notified while the batch runs, which takes longer.
  const [results] = await Promise.all([
    batchRows(ctx.db, [...statements, ...pending]),
    isExpected && ctx.viewer ? ctx.realtime.expectChatSteps(ctx.viewer.id) : null,
  ]);
  const found = results.splice(-pending.length);
  await complete(ctx, found).catch((error: unknown) => logError(error, { event: "steps failed" }));
  return results;
}

/**
 * Applies in the chat databases what triggers of the main database have recorded: connections that ended or began again
 * (`ended_connections`), and deleted accounts (`deleted_accounts`). Every step may run twice and in any order: a pair's
 * row names its last change, and a chat database ignores an older one.
 * @returns the number of steps, 0 when nothing is left
 * @throws the error of the first database that failed, after the others
 */
export async function completeChatSteps(ctx: StepsCtx): Promise<number> {
  return complete(ctx, await batchRows(ctx.db, pendingSteps(ctx)));
}

function pendingSteps({ now }: StepsCtx): [pairs: SQL, deleted: SQL] {
  const repeatedAt = now().getTime() - REPEAT_MS;
  return [
    sql`
      SELECT e.id AS id, e.chat AS chat, e.is_open AS isOpen, e.low_id AS lowId, e.high_id AS highId,
        l.key AS low, h.key AS high
      FROM ended_connections e INDEXED BY ended_connections_pending
        CROSS JOIN users l ON l.id = e.low_id CROSS JOIN users h ON h.id = e.high_id
      WHERE e.is_applied = 0 LIMIT ${BATCH}`,
    sql`
      SELECT id, left_at <= ${repeatedAt} AS isLast FROM deleted_accounts
      WHERE is_applied = 0 OR (left_at <= ${repeatedAt} AND ${isGone}) LIMIT ${BATCH}`,
  ];
}

/** @param found the rows of `pendingSteps` */
async function complete(given: StepsCtx, [pairs = [], deleted = []]: DbRow[][]): Promise<number> {
  const ctx = { ...siteDatabases(given), now: given.now };
  // The columns of the statements.
  const steps = new Map<number, Step[]>();
  for (const step of pairs as unknown as Step[]) {
    steps.set(step.chat, [...(steps.get(step.chat) ?? []), step]);
  }
  const results = await Promise.allSettled([
    ...[...steps].map(([chat, ofChat]) => applyPairs(ctx, chat, ofChat)),
    deleteConversations(ctx, deleted as { id: string; isLast: 0 | 1 }[]),
  ]);
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
  return pairs.length + deleted.length;
}

async function applyPairs({ db, chats }: StepsCtx, chat: number, steps: Step[]): Promise<void> {
  const inChat = steps.map(
    ({ id, isOpen, lowId, highId, low, high }) => sql`${sql.raw(IDEMPOTENT)}
      INSERT INTO conversations (low_id, high_id, low, high, open, changed)
      VALUES (${lowId}, ${highId}, ${low}, ${high}, ${isOpen}, ${id})
      ON CONFLICT (low_id, high_id) DO UPDATE SET open = excluded.open, changed = excluded.changed
        WHERE changed < excluded.changed`,
  );
  // A newer change of a pair has another id.
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(steps.map(({ id }) => id))}))`;
  const inMain = [
    sql`DELETE FROM ended_connections WHERE id IN ${ids} AND is_open = 1`,
    sql`UPDATE ended_connections SET is_applied = 1 WHERE id IN ${ids}`,
  ];
  await batchRows(chatAt(chats, chat), inChat);
  await batchRows(db, inMain);
}

/**
 * Deletes the conversations of deleted accounts; the main database has deleted its own. A second time after an hour,
 * because a message whose permission was checked before may have begun one again.
 */
async function deleteConversations(
  { db, chats: [, ...others] }: StepsCtx,
  deleted: { id: string; isLast: 0 | 1 }[],
): Promise<void> {
  if (deleted.length === 0) return;
  const listed = (rows: typeof deleted) =>
    sql`(SELECT value FROM json_each(${JSON.stringify(rows.map(({ id }) => id))}))`;
  const ids = listed(deleted);
  await Promise.all(
    others.map((chat) =>
      batchRows(chat, [
        sql`${sql.raw(IDEMPOTENT)} DELETE FROM conversations WHERE low_id IN ${ids}`,
        sql`${sql.raw(IDEMPOTENT)} DELETE FROM conversations WHERE high_id IN ${ids}`,
      ]),
    ),
  );
  const last = others.length === 0 ? deleted : deleted.filter(({ isLast }) => isLast === 1);
  await batchRows(db, [
    sql`DELETE FROM deleted_accounts WHERE id IN ${listed(last)} AND ${isGone}`,
    sql`UPDATE deleted_accounts SET is_applied = 1 WHERE id IN ${ids}`,
  ]);
}
