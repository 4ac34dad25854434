import { sql } from "drizzle-orm";
import type { PushView } from "~/contract/push";
import { readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";

interface PushRow {
  /** Null on a device to which nothing is pushed. */
  showsText: number | null;
  startsAt: string | null;
  endsAt: string;
  timeZone: string;
}

/** Returns whether notifications are pushed to the device of the viewer's session, and their quiet hours. */
export async function readPush(ctx: MemberCtx): Promise<PushView> {
  const [[row]] = await readRows(ctx, pushRow(ctx.viewer.sessionId));
  return {
    publicKey: ctx.push?.publicKey ?? null,
    isOn: (row?.showsText ?? null) !== null,
    showsText: row?.showsText !== 0,
    quietHours: row?.startsAt ? { from: row.startsAt, to: row.endsAt, timeZone: row.timeZone } : null,
  };
}

/** The row of `readPush`, by the id of the current session. */
export const pushRow = viewerQuery<string, PushRow>({
  text: (viewer) => sql`
    SELECT (SELECT shows_text FROM push_subscriptions WHERE session_id = ${sql.placeholder("current")}) AS showsText,
      q.starts_at AS startsAt, q.ends_at AS endsAt, q.time_zone AS timeZone
    FROM (SELECT ${viewer} AS id) m LEFT JOIN quiet_hours q ON q.user_id = m.id`,
  values: (current) => ({ current }),
});
