import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { AppError, invalid } from "~/contract/errors";
import { PUSH_DEVICES_MAX } from "~/contract/mail-limits";
import type { PushInput } from "~/contract/push";
import { batchRows } from "~/db/batch";
import { IDEMPOTENT } from "~/db/repeatable";
import { arePushKeys } from "~/platform/web-push";
import type { MemberCtx } from "../context";

/**
 * Pushes notifications to the device of the viewer's session until the session ends. A device that another session had
 * is taken over, and beyond 20 devices the oldest is forgotten. Idempotent.
 * @throws AppError `invalid` for an unknown push service or invalid keys; `not_found` where the site pushes nothing
 */
export async function turnPushOn(ctx: MemberCtx, input: PushInput): Promise<void> {
  const { db, push, viewer, realtime } = ctx;
  if (!push) throw new AppError("not_found", msg`This site sends no push notifications.`);
  if (!push.isEndpoint(input.endpoint)) throw invalid("endpoint", msg`This push service is not known here.`);
  if (!(await arePushKeys(input))) throw invalid("p256dh", msg`This is no key of a push subscription.`);
  const { endpoint, p256dh, auth, showsText } = input;
  await batchRows(db, [
    sql`${sql.raw(IDEMPOTENT)}
      DELETE FROM push_subscriptions WHERE endpoint = ${endpoint} AND session_id <> ${viewer.sessionId}`,
    sql`${sql.raw(IDEMPOTENT)}
      INSERT INTO push_subscriptions (session_id, endpoint, p256dh, auth, shows_text, created_at)
      VALUES (${viewer.sessionId}, ${endpoint}, ${p256dh}, ${auth}, ${Number(showsText)}, ${ctx.now().toISOString()})
      ON CONFLICT (session_id) DO UPDATE SET endpoint = excluded.endpoint, p256dh = excluded.p256dh,
        auth = excluded.auth, shows_text = excluded.shows_text, refusals = 0, refused_at = NULL`,
    sql`${sql.raw(IDEMPOTENT)}
      DELETE FROM push_subscriptions WHERE session_id IN (
        SELECT p.session_id FROM sessions s CROSS JOIN push_subscriptions p ON p.session_id = s.id
        WHERE s.user_id = ${viewer.id} ORDER BY p.created_at DESC LIMIT -1 OFFSET ${PUSH_DEVICES_MAX})`,
  ]);
  realtime.expectPushes(viewer.id);
}
