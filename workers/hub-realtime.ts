import type { ServerFrame } from "~/contract/channel";
import type { Db } from "~/db/client";
import { listVisibleOnlineOfPair } from "~/domain/presence/online-members";
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
      callHub(`outbox:${memberId}`, (hub) => hub.enqueue(memberId, frame)),
    );
  const publish = (memberId: string, frame: ServerFrame) => defer(deliver(memberId, frame));
  return {
    publish,
    publishToAudience: (memberId, frame) =>
      defer(callHub(memberId, (hub) => hub.publishToAudience(memberId, frame))),
    endSessions: (memberId, sessionIds) => defer(callHub(memberId, (hub) => hub.endSessions(sessionIds))),
    accountDeleted: (memberId, sessionIds, envelopes) =>
      defer(callHub(memberId, (hub) => hub.accountDeleted(sessionIds, envelopes))),
    connected: (memberId, otherId) =>
      defer(
        listVisibleOnlineOfPair(db, memberId, otherId).then((online) => {
          if (online.includes(memberId)) publish(otherId, { type: "online", payload: { userId: memberId } });
          if (online.includes(otherId)) publish(memberId, { type: "online", payload: { userId: otherId } });
        }),
      ),
    disconnected: (memberId, otherId) => {
      publish(otherId, { type: "offline", payload: { userId: memberId } });
      publish(memberId, { type: "offline", payload: { userId: otherId } });
    },
    presenceChanged: (memberId) => defer(callHub(memberId, (hub) => hub.presenceChanged(memberId))),
  };
}
