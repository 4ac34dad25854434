import type { ServerFrame } from "~/contract/channel";
import type { Db } from "~/db/client";
import { listOnlineOfPair } from "~/domain/presence/online-members";
import type { Realtime } from "~/platform/realtime";
import type { UserHub } from "./user-hub";

type Hub = DurableObjectStub<UserHub>;

/** Delivery through the members' hubs, behind the reply. */
export function hubRealtime(
  hubs: DurableObjectNamespace<UserHub>,
  db: Db,
  defer: (work: Promise<unknown>) => void,
): Realtime {
  /** A stub that has thrown is broken, so the second try takes a new one. What is called here may be called twice. */
  const callHub = async (memberId: string, call: (hub: Hub) => Promise<unknown>) => {
    try {
      await call(hubs.getByName(memberId));
    } catch {
      await call(hubs.getByName(memberId));
    }
  };
  const deliver = (memberId: string, frame: ServerFrame) =>
    callHub(memberId, (hub) => hub.deliver(frame)).catch(() =>
      // A hub of no member's keeps it, and goes on trying.
      callHub(`outbox:${memberId}`, (hub) => hub.keep(memberId, frame)),
    );
  const tell = (memberId: string, frame: ServerFrame) => defer(deliver(memberId, frame));
  return {
    tell,
    tellCircle: (memberId, frame) => defer(callHub(memberId, (hub) => hub.tellCircle(memberId, frame))),
    endSessions: (memberId, sessionIds) => defer(callHub(memberId, (hub) => hub.endSessions(sessionIds))),
    leave: (memberId, sessionIds, letters) =>
      defer(callHub(memberId, (hub) => hub.leave(sessionIds, letters))),
    meet: (memberId, otherId) =>
      defer(
        listOnlineOfPair(db, memberId, otherId).then((online) => {
          if (online.includes(memberId)) tell(otherId, { type: "online", payload: { userId: memberId } });
          if (online.includes(otherId)) tell(memberId, { type: "online", payload: { userId: otherId } });
        }),
      ),
    part: (memberId, otherId) => {
      tell(otherId, { type: "offline", payload: { userId: memberId } });
      tell(memberId, { type: "offline", payload: { userId: otherId } });
    },
    presenceChanged: (memberId) => defer(callHub(memberId, (hub) => hub.presenceChanged(memberId))),
  };
}
