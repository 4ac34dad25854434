import type { ServerFrame } from "~/contract/channel";
import { logError } from "~/platform/log";
import type { Envelope } from "~/platform/realtime";
import { byRecipient, type Delivery, type Write } from "./call-hub";
import { callsPerEvent, type DeliveryQueue } from "./delivery-queue";
import type { FanOut } from "./fan-out";
import type { Inbox } from "./inbox";
import type { ReadCache } from "./read-cache";

interface Dependencies {
  readCache: ReadCache;
  inbox: Inbox;
  deliveries: DeliveryQueue;
  fanOut: FanOut;
  defer: (work: Promise<unknown>) => void;
}

/** Publishes what the member has written by a call or a form. */
export class OwnWrites {
  /** The number of published likes. A state that another hub has read before the last of them may be stale. */
  #likes = 0;

  constructor(private readonly deps: Dependencies) {}

  /**
   * Invalidates what the hub has cached of a write, sends the frames to the member's own tabs, and calls each other hub
   * once. Resolves when everything has been sent or is stored.
   * @param onInvalidated is called before anything is awaited
   */
  async publish(
    memberId: string,
    { changes, envelopes }: Write,
    onInvalidated: () => void | Promise<void>,
  ): Promise<void> {
    const { readCache, fanOut, defer } = this.deps;
    if (changes === null) readCache.invalidateAll();
    else readCache.receive({ type: "changed", payload: { topics: changes } });
    const others = envelopes.filter(({ to }) => to !== memberId);
    const deliveries = byRecipient(others);
    const isWide = deliveries.length > callsPerEvent.max;
    const like = isWide ? undefined : likeIn(envelopes, memberId);
    const mine = envelopes.filter((envelope) => envelope.to === memberId && envelope !== like?.envelope);
    const own = mine.map((envelope) => this.#receive(envelope));
    // Through an RPC: the caller may be gone.
    defer((async () => onInvalidated())().catch(() => undefined));
    const sent = isWide
      ? [fanOut.send(others)]
      : deliveries.map((one) =>
          this.#relay({ ...one, by: memberId }, one.to === like?.ownerId ? like.envelope : undefined),
        );
    await Promise.all([...own, ...sent]);
  }

  /**
   * Delivers frames to another member's hub, which returns the frames that it has for this member's tabs.
   * @param like a frame with the state of a like, which that hub reads with the count
   */
  async #relay(delivery: Delivery, like?: Envelope): Promise<void> {
    if (like) this.#likes += 1;
    const turn = this.#likes;
    const received = await this.deps.deliveries.sendTogether(delivery);
    const answers = received?.answers ?? [];
    const state = answers.find(({ type }) => type === like?.frame.type);
    for (const frame of answers) if (frame !== state) await this.deps.inbox.receive(frame);
    if (!like) return;
    const { inbox } = this.deps;
    const current = turn === this.#likes && state ? withTabOf(state, like.frame) : null;
    if (current) await inbox.sendState(current);
    else await this.#receive(like);
  }

  async #receive(envelope: Envelope): Promise<void> {
    const { inbox, deliveries } = this.deps;
    try {
      await inbox.receive(envelope.frame, { by: envelope.to });
    } catch (error) {
      logError(error, { event: "frame queued", type: envelope.frame.type });
      deliveries.enqueue(envelope);
    }
  }
}

/** Returns the frame with the state of the member's like, if another member's hub is asked to publish its count. */
function likeIn(
  envelopes: readonly Envelope[],
  memberId: string,
): { envelope: Envelope; ownerId: string } | undefined {
  const isCount = ({ frame }: Envelope) => frame.type === "counts_changed" && frame.payload.count === "likes";
  const counting = envelopes.find((one) => one.to !== memberId && isCount(one));
  const isState = ({ type }: Envelope["frame"]) => type === "like_state" || type === "comment_like_state";
  const envelope = envelopes.find(({ to, frame }) => to === memberId && isState(frame));
  return counting && envelope ? { envelope, ownerId: counting.to } : undefined;
}

/** Returns a state with the tab that has made the change, of which the hub that has read it does not know. */
function withTabOf(state: ServerFrame, { type, payload }: Envelope["frame"]): ServerFrame | null {
  if (state.type === "like_state" && type === "like_state")
    return { type, payload: { ...state.payload, tab: payload.tab } };
  if (state.type === "comment_like_state" && type === "comment_like_state")
    return { type, payload: { ...state.payload, tab: payload.tab } };
  return null;
}
