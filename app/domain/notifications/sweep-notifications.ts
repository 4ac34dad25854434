import { type SQL, sql } from "drizzle-orm";
import { NOTIFICATIONS_MAX, READ_NOTIFICATION_DAYS, UNREAD_NOTIFICATION_DAYS } from "~/contract/limits";
import { DAY_MS } from "~/contract/time";
import { limit } from "~/db/limit";
import type { Ctx } from "../context";

/** The walk's row in `sweeps`: the day on which it began, and the last member's key, or `END`. */
const WALK = "notices";
const END = "end";

const MEMBERS = 500;
const BATCH = 2000;

/**
 * Deletes read notifications after 90 days, unread ones after a year, and those of a member beyond the newest 1000;
 * then sends the unread count to the members concerned whose hubs cache it. An index by age would cost each
 * notification a write, so this walks through the members daily: 500 a call, and at most 2000 notifications.
 * @returns the number of members visited; 0 when the day's walk is done
 */
export async function sweepNotifications({
  db,
  now,
  realtime,
}: Pick<Ctx, "db" | "now" | "realtime">): Promise<number> {
  const today = now().toISOString().slice(0, 10);
  const walk = await db.get<{ seenTo: string } | undefined>(
    sql`SELECT seen_to AS seenTo FROM sweeps WHERE name = ${WALK}`,
  );
  const [day = "", seen = END] = walk?.seenTo.split(" ") ?? [];
  if (seen === END && day === today) return 0;
  const begun = seen === END ? today : day;
  const after = seen === END ? 0 : Number(seen);
  const members = await db.all<{ key: number }>(
    sql`SELECT key FROM users WHERE key > ${after} ORDER BY key ${limit(MEMBERS)}`,
  );
  const last = members.at(-1)?.key;
  const setSeen = (to: string | number) =>
    db.run(sql`
      INSERT INTO sweeps (name, seen_to) VALUES (${WALK}, ${`${begun} ${to}`})
      ON CONFLICT (name) DO UPDATE SET seen_to = excluded.seen_to`);
  if (last === undefined) {
    await setSeen(END);
    return 0;
  }
  const deleted = await db.all<{ subscribed: string | null }>(
    deleteOld(sql`key > ${after} AND key <= ${last}`, now().getTime()),
  );
  if (deleted.length < BATCH) await setSeen(last);
  for (const id of new Set(deleted.flatMap(({ subscribed }) => subscribed ?? []))) {
    // The hub replaces the count by the stored one.
    realtime.publish(id, { type: "notifications_read", payload: { unread: 0, last: "0" } });
  }
  return members.length;
}

/**
 * Returns the statement that deletes the old notifications of some members. Its rows have the public id of each one's
 * recipient if their hub is subscribed. An id is a time too, so old ones are the beginning of a range; earlier versions
 * had other ids. The outer SELECT lets SQLite seek the rows: for a compound query it would scan the table.
 * @param members the condition for the members' keys
 */
function deleteOld(members: SQL, now: number): SQL {
  const of = (isRead: SQL) => sql`
    FROM (SELECT key FROM users WHERE ${members}) u CROSS JOIN notices n ON n.member = u.key AND n.is_read = ${isRead}`;
  const isOld = (days: number) => {
    const before = now - days * DAY_MS;
    return sql`n.id < ${before} AND n.created_at < ${before}`;
  };
  const old = (isRead: SQL, days: number) =>
    sql`SELECT n.member, n.is_read, n.id ${of(isRead)} AND ${isOld(days)}`;
  const ids = (isRead: SQL) => sql`SELECT id FROM notices WHERE member = u.key AND is_read = ${isRead}`;
  const newest = sql`
    SELECT id FROM (${ids(sql`0`)} UNION ALL ${ids(sql`1`)} ORDER BY id DESC) LIMIT 1 OFFSET ${sql.raw(String(NOTIFICATIONS_MAX - 1))}`;
  const excess = (isRead: SQL, days: number) =>
    sql`SELECT n.member, n.is_read, n.id ${of(isRead)} AND n.id < (${newest}) AND NOT (${isOld(days)})`;
  return sql`
    DELETE FROM notices WHERE (member, is_read, id) IN (SELECT * FROM (
      ${old(sql`1`, READ_NOTIFICATION_DAYS)} UNION ALL ${old(sql`0`, UNREAD_NOTIFICATION_DAYS)}
      UNION ALL ${excess(sql`1`, READ_NOTIFICATION_DAYS)} UNION ALL ${excess(sql`0`, UNREAD_NOTIFICATION_DAYS)}
      ${limit(BATCH)}))
    RETURNING (
      SELECT s.user_id FROM users u CROSS JOIN hub_subscriptions s ON s.user_id = u.id WHERE u.key = member) AS subscribed`;
}
