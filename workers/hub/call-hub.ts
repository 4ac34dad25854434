import { env } from "cloudflare:workers";
import type { Envelope } from "~/platform/realtime";
import { jurisdictionOf } from "../jurisdiction";

/** The events that a hub subscribes to. A sender removes the hub from the list of others (`FanOut`). */
export interface Listening {
  /** The member is online, the grace period included. */
  isOnline: boolean;
  /** The hub holds reads of the member. */
  isSubscribed: boolean;
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
 * Delivers a frame to its recipient's hub.
 * @param isLate whether the frame has waited in a delivery queue
 * @returns which events the recipient's hub asks for
 * @throws when two attempts have failed
 */
export function deliver(hubs: Hubs, { to, frame }: Envelope, isLate = false): Promise<Listening> {
  return callHub(hubs, to, async (hub) => hub.deliver(frame, isLate));
}

function isOverloaded(error: unknown): boolean {
  return typeof error === "object" && error !== null && "overloaded" in error && error.overloaded === true;
}
