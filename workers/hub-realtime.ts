import { sql } from "drizzle-orm";
import type { ServerFrame } from "~/contract/channel";
import type { Db } from "~/db/client";
import type { Realtime } from "~/platform/realtime";
import type { UserHub } from "./user-hub";

/** Delivery through the members' hubs, behind the reply. */
export function hubRealtime(
  hubs: DurableObjectNamespace<UserHub>,
  db: Db,
  defer: (work: Promise<unknown>) => void,
): Realtime {
  const deliver = async (memberId: string, frame: ServerFrame) => {
    await hubs.getByName(memberId).deliver(frame);
  };
  const deliverToCircle = async (memberId: string, frame: ServerFrame) => {
    const circle = await db.all<{ id: string }>(sql`
      SELECT following_id AS id FROM connections WHERE follower_id = ${memberId} AND status = 'accepted'
      UNION ALL SELECT follower_id FROM connections WHERE following_id = ${memberId} AND status = 'accepted'`);
    await Promise.allSettled([memberId, ...circle.map(({ id }) => id)].map((id) => deliver(id, frame)));
  };
  return {
    tell: (memberId, frame) => defer(deliver(memberId, frame)),
    tellCircle: (memberId, frame) => defer(deliverToCircle(memberId, frame)),
    endSessions: (memberId, sessionIds) => {
      if (sessionIds.length > 0) defer(hubs.getByName(memberId).endSessions(sessionIds));
    },
  };
}
