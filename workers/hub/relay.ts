import type { Envelope, Topic } from "~/platform/realtime";
import { byRecipient } from "./call-hub";
import { CALLS_PER_EVENT, type DeliveryQueue } from "./delivery-queue";
import type { FanOut } from "./fan-out";
import type { Inbox } from "./inbox";

/** A write of a member by a call or a form. */
export interface Write {
  /** The topics of the reads that it has changed; null for everything, the sessions included. */
  changes: readonly Topic[] | null;
  /** All that the use case has published, in its order. */
  envelopes: readonly Envelope[];
}

interface Dependencies {
  inbox: Inbox;
  deliveries: DeliveryQueue;
  fanOut: FanOut;
}

/**
 * Sends envelopes of a member to other members' hubs, in one call to each. Such a hub returns the frames that it has for the member's
 * own tabs, so it does not call back.
 */
export async function relay(
  { inbox, deliveries, fanOut }: Dependencies,
  memberId: string,
  envelopes: Envelope[],
): Promise<void> {
  const recipients = byRecipient(envelopes);
  if (recipients.length > CALLS_PER_EVENT) {
    await fanOut.send(envelopes);
    return;
  }
  await Promise.all(
    recipients.map(async (delivery) => {
      const received = await deliveries.sendTogether({ ...delivery, by: memberId });
      for (const frame of received?.answers ?? []) await inbox.receive(frame);
    }),
  );
}
