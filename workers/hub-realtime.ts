import type { Db } from "~/db/client";
import { listVisibleOnlineOfPair } from "~/domain/presence/online-members";
import { logError } from "~/platform/log";
import type { Envelope, Realtime } from "~/platform/realtime";
import { byRecipient, callHub, deliver, type Hubs, type Write } from "./hub/call-hub";

/**
 * Publishes a member's write, in one call to their hub, which calls the hubs of the others.
 * @param onInvalidated is called when their hub has invalidated what it had cached, or could not be reached
 * @throws the error of that hub; the others have been called from here then
 */
export async function publishWrite(
  hubs: Hubs,
  memberId: string,
  write: Write,
  onInvalidated: () => void,
): Promise<void> {
  try {
    await callHub(hubs, memberId, async (hub) => hub.publish(memberId, write, onInvalidated));
    // The last call of the function may be on its way.
    onInvalidated();
  } catch (error) {
    onInvalidated();
    await deliverAll(
      hubs,
      write.envelopes.filter(({ to }) => to !== memberId),
    );
    throw error;
  }
}

/** Delivers envelopes, in one call to each hub. A frame that cannot be delivered is lost: no hub queues it. */
export async function deliverAll(hubs: Hubs, envelopes: readonly Envelope[]): Promise<void> {
  const delivered = await Promise.allSettled(byRecipient(envelopes).map((one) => deliver(hubs, one)));
  for (const one of delivered) if (one.status === "rejected") logError(one.reason, { event: "frames lost" });
}

/**
 * Implements the `Realtime` port with the members' hubs.
 * @param defer runs work after the response
 * @param beforeReply runs work for which the response waits
 * @param senderId returns the viewer's id, null for a visitor; their hub queues frames that cannot be delivered
 * @param collected returns the envelopes that wait for the end of a write; null when each is sent at once
 */
export function hubRealtime(
  hubs: Env["USER_HUB"],
  db: Db,
  defer: (work: Promise<unknown>) => void,
  beforeReply: (work: Promise<unknown>) => void,
  senderId: () => string | null,
  collected: () => Envelope[] | null = () => null,
): Realtime {
  const publish = (to: string, frame: Envelope["frame"]) => {
    const envelope = { to, frame };
    const waiting = collected();
    if (waiting) waiting.push(envelope);
    else defer(deliverOrQueue(hubs, envelope, senderId));
  };
  return {
    publish,
    countsChanged: (ownerId, postId, count, commentId) =>
      publish(ownerId, {
        type: "counts_changed",
        payload: { memberId: ownerId, postId, count, ...(commentId !== undefined && { commentId }) },
      }),
    postCreated: (ownerId, postId) =>
      publish(ownerId, { type: "post_created", payload: { memberId: ownerId, postId } }),
    postRemoved: (ownerId, postId) =>
      publish(ownerId, { type: "post_removed", payload: { memberId: ownerId, postId } }),
    changed: (memberIds, topics) => {
      for (const id of memberIds) publish(id, { type: "changed", payload: { topics } });
    },
    postsChanged: (ownerId) => publish(ownerId, { type: "posts_changed", payload: { memberId: ownerId } }),
    memberChanged: (memberId) => publish(memberId, { type: "member_changed", payload: { memberId } }),
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

/** Delivers an envelope, or lets the sender's hub queue it. */
function deliverOrQueue(hubs: Hubs, envelope: Envelope, senderId: () => string | null): Promise<unknown> {
  return deliver(hubs, { to: envelope.to, frames: [envelope.frame] }).catch((error: unknown) => {
    const sender = senderId();
    // Their own hub cannot be reached, so its sockets are closed: the tabs load the stored state when they reconnect.
    if (sender === null || sender === envelope.to) throw error;
    return callHub(hubs, sender, (hub) => hub.enqueue(envelope));
  });
}
