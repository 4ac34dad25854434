import { type SQL, sql } from "drizzle-orm";
import { DAY_MS, HOUR_MS } from "~/contract/time";

interface Device {
  sessionId: string;
  endpoint: string;
}

/** A device that its push service has refused is not asked again for this time, in milliseconds. */
const PAUSE_MS = HOUR_MS;
/** Refusals in a row, at most one an hour, after which a device is forgotten. */
const REFUSALS_MAX = 10;

/** The condition that a device `p` was not refused in the last hour. */
export const isAsked = (now: Date): SQL =>
  sql`(p.refused_at IS NULL OR p.refused_at <= ${now.getTime() - PAUSE_MS})`;

/**
 * Returns the statements that count a refusal for another key (401 or 403), and forget the device after ten. It stays
 * while devices of other members were refused in the last day: then the fault is more likely the site's own, such as a
 * wrong `VAPID_KEY`, and a refusal says nothing about the device.
 */
export function noteRefusal({ sessionId, endpoint }: Device, memberId: string, now: Date): SQL[] {
  const device = sql`session_id = ${sessionId} AND endpoint = ${endpoint}`;
  return [
    sql`UPDATE push_subscriptions SET refusals = refusals + 1, refused_at = ${now.getTime()} WHERE ${device}`,
    sql`
      DELETE FROM push_subscriptions WHERE ${device} AND refusals >= ${REFUSALS_MAX} AND NOT EXISTS (
        SELECT 1 FROM push_subscriptions other CROSS JOIN sessions s ON s.id = other.session_id
        WHERE other.refused_at > ${now.getTime() - DAY_MS} AND s.user_id <> ${memberId})`,
  ];
}

/** Returns the statement that forgets the refusals of a device which works again. */
export function clearRefusals({ sessionId, endpoint }: Device): SQL {
  return sql`
    UPDATE push_subscriptions SET refusals = 0, refused_at = NULL WHERE session_id = ${sessionId} AND endpoint = ${endpoint}`;
}
