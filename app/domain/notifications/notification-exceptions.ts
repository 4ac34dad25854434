import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import { invalid } from "~/contract/errors";
import { NOTIFICATION_EXCEPTIONS_MAX } from "~/contract/limits";
import type { NotificationExceptionInput } from "~/contract/notification-settings";
import { batchRows } from "~/db/batch";
import { notBlocked } from "~/db/blocks";
import { memberKey } from "~/db/keys";
import type { MemberCtx } from "../context";
import { memberNotFound } from "../not-found";

/**
 * Makes a member an exception from the viewer's notification settings, or changes it, unnoticed. Idempotent.
 * @throws AppError `not_found`; `invalid` for oneself and beyond the limit
 */
export function setNotificationException(
  ctx: MemberCtx,
  userId: string,
  input: NotificationExceptionInput,
): Promise<void> {
  return store(ctx, sql`id = ${userId}`, "userId", input);
}

/** Does the same for the member with a username. */
export function setNamedException(
  ctx: MemberCtx,
  { username, ...input }: NotificationExceptionInput & { username: string },
): Promise<void> {
  return store(ctx, sql`lower(username) = ${username.toLowerCase()}`, "username", input);
}

/**
 * @param member the condition for the row of `users`
 * @param field the field of the errors
 */
async function store(
  { db, viewer }: MemberCtx,
  member: SQL,
  field: string,
  { mode }: NotificationExceptionInput,
): Promise<void> {
  const me = memberKey(viewer.id);
  const isMine = sql`notification_exceptions.member = ${me} AND notification_exceptions.sender = users.key`;
  const isThere = sql`EXISTS (SELECT 1 FROM notification_exceptions WHERE ${isMine})`;
  const isSeen = sql`${member} AND ${notBlocked(viewer.id, sql`users.id`)}`;
  const isAlways = mode === "always" ? 1 : 0;
  const [, [row] = []] = await batchRows(db, [
    sql`
      INSERT INTO notification_exceptions (member, sender, is_always)
      SELECT ${me}, users.key, ${isAlways} FROM users WHERE ${isSeen} AND id <> ${viewer.id}
        AND (${isThere}
          OR (SELECT count(*) FROM notification_exceptions WHERE member = ${me}) < ${NOTIFICATION_EXCEPTIONS_MAX})
      ON CONFLICT (member, sender) DO UPDATE SET is_always = excluded.is_always`,
    sql`SELECT id = ${viewer.id} AS isMe, ${isThere} AS isThere FROM users WHERE ${isSeen}`,
  ]);
  if (!row) throw memberNotFound();
  if (row.isMe) throw invalid(field, msg`You are never notified of what you do yourself.`);
  if (!row.isThere)
    throw invalid(
      field,
      msg`You can make exceptions for at most ${{ max: NOTIFICATION_EXCEPTIONS_MAX }} members.`,
    );
}

/** Removes the exception for a member. Idempotent. */
export async function removeNotificationException({ db, viewer }: MemberCtx, userId: string): Promise<void> {
  await db.run(sql`
    DELETE FROM notification_exceptions WHERE member = ${memberKey(viewer.id)} AND sender = ${memberKey(userId)}`);
}
