import type { PushMessage } from "~/contract/push-message";
import { batchRows } from "~/db/batch";
import type { Db } from "~/db/client";
import { forgetDevice, type PushDevice } from "~/domain/push/read-pushes";
import { clearRefusals, noteRefusal } from "~/domain/push/refused-devices";
import { logError } from "~/platform/log";
import { type PushReply, pushTopic, sendPush, type VapidKeys } from "~/platform/web-push";

/** Seconds for which push services keep a message for a device that is off. */
const TTL_SECONDS = 24 * 60 * 60;

interface Site {
  keys: VapidKeys;
  subject: string;
}

interface Push {
  /** The device's member. */
  memberId: string;
  tag: string;
  message: PushMessage;
  /** In place of the text of a message, for devices that do not show it. */
  hiddenText: string;
  now: Date;
}

/** Pushes a message to a device and stores what the reply says of it. Never throws: other devices get theirs. */
export async function pushToDevice(site: Site, db: Db, device: PushDevice, push: Push): Promise<PushReply> {
  const { memberId, tag, message, hiddenText, now } = push;
  const isHidden = message.kind === "message" && !device.showsText;
  const text = JSON.stringify(isHidden ? { ...message, body: hiddenText } : message);
  const isUrgent = message.kind !== "other";
  const options = {
    ttl: TTL_SECONDS,
    urgency: isUrgent ? "high" : "normal",
    topic: await pushTopic(tag),
  } as const;
  try {
    const reply = await sendPush(device, text, options, { ...site, now });
    // A reply that could not be stored comes again with the next message.
    await noteReply(db, device, reply, memberId, now).catch((error: unknown) => logError(error));
    return reply;
  } catch (error) {
    // The keys of the device or of the site, or the text.
    logError(error, { event: "push not made" });
    return { outcome: "refused", status: 0 };
  }
}

/** Removes a gone device, and counts refusals of the site's key, maybe our fault. @throws the database's error */
async function noteReply(
  db: Db,
  device: PushDevice,
  reply: PushReply,
  memberId: string,
  now: Date,
): Promise<void> {
  if (reply.outcome === "refused" || reply.outcome === "foreign") {
    const error = new Error(`A push service returned ${reply.status}.`);
    logError(error, { event: "push refused", host: new URL(device.endpoint).host });
  }
  if (reply.outcome === "gone") await db.run(forgetDevice(device));
  if (reply.outcome === "sent" && device.refusals > 0) await db.run(clearRefusals(device));
  if (reply.outcome === "foreign") await batchRows(db, noteRefusal(device, memberId, now));
}
