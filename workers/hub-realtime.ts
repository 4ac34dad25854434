import type { Db } from "~/db/client";
import { listVisibleOnlineOfPair } from "~/domain/presence/online-members";
import { logError } from "~/platform/log";
import type { Envelope, Realtime } from "~/platform/realtime";
import { callHub, deliver } from "./hub/call-hub";

/**
 * Implements the `Realtime` port with the members' hubs.
 * @param defer runs work after the response
 * @param beforeReply runs work for which the response waits
 * @param senderId returns the viewer's id, null for a visitor; their hub queues frames that cannot be delivered
 */
export function hubRealtime(
  hubs: Env["USER_HUB"],
  db: Db,
  defer: (work: Promise<unknown>) => void,
  beforeReply: (work: Promise<unknown>) => void,
  senderId: () => string | null,
): Realtime {
  const deliverOrQueue = (envelope: Envelope) =>
    deliver(hubs, envelope).catch((error: unknown) => {
      const sender = senderId();
      // Their own hub cannot be reached, so its sockets are closed: the tabs load the stored state when they reconnect.
      if (sender === null || sender === envelope.to) throw error;
      return callHub(hubs, sender, (hub) => hub.enqueue(envelope));
    });
  const publish = (to: string, frame: Envelope["frame"]) => defer(deliverOrQueue({ to, frame }));
  return {
    publish,
    countsChanged: (ownerId, postId, count, commentId) =>
      defer(callHub(hubs, ownerId, (hub) => hub.countsChanged(ownerId, postId, count, commentId))),
    postCreated: (ownerId, postId) =>
      defer(callHub(hubs, ownerId, (hub) => hub.postCreated(ownerId, postId))),
    changed: (memberIds, topics) => {
      for (const id of memberIds) publish(id, { type: "changed", payload: { topics } });
    },
    postsChanged: (ownerId) => defer(callHub(hubs, ownerId, (hub) => hub.postsChanged(ownerId))),
    memberChanged: (memberId) => defer(callHub(hubs, memberId, (hub) => hub.memberChanged(memberId))),
    endSessions: (memberId, sessionIds) =>
      beforeReply(callHub(hubs, memberId, (hub) => hub.endSessions(sessionIds))),
    sessionRenewed: (memberId, sessionId) => callHub(hubs, memberId, (hub) => hub.sessionRenewed(sessionId)),
    accountClosed: (memberId, sessionIds, envelopes) =>
      beforeReply(callHub(hubs, memberId, (hub) => hub.accountClosed(sessionIds, envelopes))),
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
    expectChatSteps: (memberId) =>
      callHub(hubs, memberId, async (hub) => hub.expectChatSteps()).catch((error: unknown) =>
        // The hourly run completes them.
        logError(error, { event: "steps not expected" }),
      ),
    expectPushes: (memberId) =>
      beforeReply(callHub(hubs, memberId, async (hub) => hub.expectPushes(memberId))),
    presenceChanged: (memberId) => defer(callHub(hubs, memberId, (hub) => hub.presenceChanged(memberId))),
  };
}
