import { type SQL, sql } from "drizzle-orm";
import type { AppError } from "~/contract/errors";
import { quotaFor } from "~/contract/quotas";
import { DAY_MS } from "~/contract/time";
import { chatAt } from "~/db/chats";
import { isBetween, keyIn } from "~/db/conversations";
import { standingOf, usedUp } from "../quota";
import type { ChatCtx } from "./chat-context";

/** Whether the viewer's address is confirmed, in a statement of the main database. */
const isConfirmed = ({ viewer }: ChatCtx) => sql`(SELECT email_confirmed FROM users WHERE id = ${viewer.id})`;

/** Returns the viewer's quota. */
function mostOf(ctx: ChatCtx): SQL {
  const standing = standingOf(ctx);
  const most = sql.raw(String(quotaFor("messages", standing)));
  if (standing !== "full" || ctx.viewer.emailConfirmed !== undefined) return most;
  return sql`iif(${isConfirmed(ctx)}, ${most}, ${sql.raw(String(quotaFor("messages", "unconfirmed")))})`;
}

/** Returns the condition that the viewer has an email address with which they may write. */
export function hasEmail(ctx: ChatCtx): SQL {
  if (!ctx.requiresEmail || ctx.viewer.emailConfirmed) return sql`TRUE`;
  return ctx.viewer.emailConfirmed === undefined ? isConfirmed(ctx) : sql`FALSE`;
}

/** The newest messages of a conversation `c`, as many as the quota allows. */
const latest = (ctx: ChatCtx) => sql`(
  SELECT m.sender AS sender, m.created_at AS at FROM chat_messages m
  WHERE m.conversation = c.key AND m.content IS NOT NULL ORDER BY m.id DESC LIMIT ${mostOf(ctx)})`;

/**
 * Returns the condition that the viewer may send another message in the conversation `c`: one of the newest is the
 * other member's or a day old, or there are fewer than the quota allows. Counts no rows of a conversation in which the
 * other member answers. Always true while rate limits are off.
 */
export function hasMessagesLeft(ctx: ChatCtx): SQL {
  if (!ctx.limits.areOn) return sql`TRUE`;
  const isOther = sql`sender <> ${keyIn(ctx.viewer.id)} OR at <= ${ctx.now().getTime() - DAY_MS}`;
  return sql`(EXISTS (SELECT 1 FROM ${latest(ctx)} WHERE ${isOther})
    OR (SELECT count(*) FROM ${latest(ctx)}) < ${mostOf(ctx)})`;
}

/**
 * Returns the error of a message that `hasMessagesLeft` did not allow; null when it would allow one now.
 * @param number the chat database of the conversation
 */
export async function messageQuotaError(
  ctx: ChatCtx,
  number: number,
  receiverId: string,
): Promise<AppError | null> {
  if (!ctx.limits.areOn) return null;
  const row = await chatAt(ctx.chats, number).get<{ first: number } | undefined>(sql`
    SELECT (SELECT min(at) FROM ${latest(ctx)}) AS first
    FROM conversations c WHERE ${isBetween(ctx.viewer.id, receiverId)} AND NOT ${hasMessagesLeft(ctx)}`);
  return row ? usedUp(ctx, "messages", row.first + DAY_MS - ctx.now().getTime()) : null;
}
