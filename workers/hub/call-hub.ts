import { env } from "cloudflare:workers";
import type { ServerFrame } from "~/contract/channel";
import type { Envelope, Topic } from "~/platform/realtime";
import { jurisdictionOf } from "../jurisdiction";

/** The events that a hub subscribes to. A sender removes the hub from the list of others (`FanOut`). */
export interface Listening {
  /** The member is online, the grace period included. */
  isOnline: boolean;
  /** The hub caches reads of the member. */
  isSubscribed: boolean;
}

/** A write of a member by a call or a form. */
export interface Write {
  /** The topics of the reads that it has changed; null for everything, the sessions included. */
  changes: readonly Topic[] | null;
  /** All that the use case has published, in its order. */
  envelopes: readonly Envelope[];
}

/** Frames for one hub, in their order. */
export interface Delivery {
  to: string;
  frames: readonly Envelope["frame"][];
  /** The member whose hub sends them. The recipient's hub returns the frames that it would publish to that member. */
  by?: string;
  /** Whether they have waited in a delivery queue. */
  isLate?: boolean;
}

/** The reply of a hub to a delivery. */
export interface Received extends Listening {
  /** For the tabs of the member who sent it. */
  answers: ServerFrame[];
}

export type Hubs = Env["USER_HUB"];
export type Hub = ReturnType<Hubs["getByName"]>;

/**
 * Returns the stub of a member's hub. No other function addresses hubs: a hub in a jurisdiction is another object than
 * the hub of the same member without.
 * @param locationHint where to create the hub if it does not exist; only for a request of its own member
 */
export function hubOf(hubs: Hubs, memberId: string, locationHint?: DurableObjectLocationHint): Hub {
  const jurisdiction = jurisdictionOf(env);
  const ofSite = jurisdiction ? hubs.jurisdiction(jurisdiction) : hubs;
  return ofSite.getByName(memberId, { locationHint });
}

/**
 * Calls a member's hub, with one retry on a new stub: a stub that has thrown stays broken (Cloudflare docs, Durable
 * Objects "Error handling"). A retry is safe, as every method is idempotent. An overloaded hub is not retried.
 * @param locationHint as in `hubOf`
 * @throws the error of the last attempt
 */
export async function callHub<T>(
  hubs: Hubs,
  memberId: string,
  call: (hub: Hub) => Promise<T>,
  locationHint?: DurableObjectLocationHint,
): Promise<T> {
  try {
    return await call(hubOf(hubs, memberId, locationHint));
  } catch (error) {
    if (isOverloaded(error)) throw error;
    return await call(hubOf(hubs, memberId, locationHint));
  }
}

/**
 * Delivers frames to their recipient's hub, in one call.
 * @throws when two attempts have failed
 */
export function deliver(hubs: Hubs, { to, frames, ...how }: Delivery): Promise<Received> {
  return callHub(hubs, to, async (hub) => hub.deliver(frames, how));
}

/** Returns the frames for each recipient, in their order. */
export function byRecipient(envelopes: readonly Envelope[]): Delivery[] {
  const recipients = new Map<string, Envelope["frame"][]>();
  for (const { to, frame } of envelopes) {
    const frames = recipients.get(to);
    if (frames) frames.push(frame);
    else recipients.set(to, [frame]);
  }
  return [...recipients].map(([to, frames]) => ({ to, frames }));
}

function isOverloaded(error: unknown): boolean {
  return typeof error === "object" && error !== null && "overloaded" in error && error.overloaded === true;
}
