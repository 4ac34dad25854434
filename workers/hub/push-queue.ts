import { backOff } from "~/contract/back-off";
import type { ServerFrame } from "~/contract/channel";
import { tagOf } from "~/contract/notification-groups";
import type { PushMessage } from "~/contract/push-message";
import { MINUTE_MS } from "~/contract/time";
import type { Chats } from "~/db/chats";
import type { Ctx } from "~/domain/context";
import { chatTag, type PushEvent } from "~/domain/push/push-event";
import { type Pushes, readPushes } from "~/domain/push/read-pushes";
import { logError } from "~/platform/log";
import { RETRIES } from "~/platform/retry";
import type { PushReply, VapidKeys } from "~/platform/web-push";
import type { AlarmSchedule } from "./alarm-schedule";
import type { KnownDevices } from "./known-devices";
import { pushToDevice } from "./push-to-device";
import type { Sockets } from "./sockets";

/** An event that waits to be pushed, as stored. */
interface Waiting extends PushEvent {
  /** Its arrival, in milliseconds since 1970. */
  since: number;
  /** The next attempt, in milliseconds since 1970. */
  dueAt: number;
  /** Failed attempts. */
  attempts: number;
  /** The sessions whose devices still lack it; null for all. */
  left: string[] | null;
}

const WAITING = "push:";
/** The events of notifications that devices have shown, the newest last. */
const SHOWN = "pushed";

/** Messages that arrive together make one notification. */
const GATHER_MS = 2000;
/** An event that arrives while a tab is visible is pushed after this time if none is: that tab may have been gone. */
const VISIBLE_MS = MINUTE_MS;
const WAITING_MAX = 50;
const SHOWN_MAX = 50;
/** Events that one alarm pushes; each makes a request for each device, and an event of a hub may make 1,000. */
const EVENTS_PER_ALARM = 10;

interface Dependencies {
  storage: DurableObjectStorage;
  chats: Chats;
  alarms: AlarmSchedule;
  devices: KnownDevices;
  sockets: Pick<Sockets, "isVisible">;
  textsIn: Ctx["textsIn"];
  /** Null where the site pushes nothing. */
  push: { keys: VapidKeys; subject: string; isEndpoint: (endpoint: string) => boolean } | null;
}

/**
 * Pushes messages and notifications to the member's devices while no tab of theirs is visible
 * (docs/product.md#push-notifications). Events wait in storage for an alarm: they delay no sender and survive a crash.
 */
export class PushQueue {
  constructor(private readonly deps: Dependencies) {}

  /**
   * Enqueues the event of a frame to the member, if it is one to push. A later one with the same tag replaces it.
   * Nothing is stored for a member without a device. Resolves when the event is stored: a caller whose call is cut
   * short delivers the frame again. Never throws.
   */
  async receive(frame: ServerFrame, memberId: string, now: number): Promise<void> {
    const event = eventOf(frame, memberId);
    const { devices, push } = this.deps;
    if (!event || !push) return;
    if (devices.known(now) ?? (await devices.ask(memberId, now))) this.#enqueue(event, now);
  }

  #enqueue(event: PushEvent, now: number): void {
    const { storage, sockets } = this.deps;
    const key = WAITING + event.tag;
    const before = storage.kv.get<Waiting>(key);
    // A frame can arrive twice, also after the event was pushed.
    const shown = this.#shown().find(({ tag }) => tag === event.tag);
    if (Number(event.id) <= Math.max(Number(before?.id ?? 0), Number(shown?.id ?? 0))) return;
    const dueAt = now + (sockets.isVisible() ? VISIBLE_MS : GATHER_MS);
    storage.kv.put(key, { ...event, since: now, dueAt, attempts: 0, left: null } satisfies Waiting);
    const [oldest, ...others] = this.#waiting();
    if (oldest && others.length >= WAITING_MAX) storage.kv.delete(WAITING + oldest.tag);
    this.#schedule();
  }

  /** Pushes what is due, but not with a visible tab or in quiet hours. An event that fails does not hold up others. */
  async send(memberId: string, now: number): Promise<void> {
    const { push, sockets } = this.deps;
    const due = this.#due(now);
    if (push && sockets.isVisible()) this.#keepFromVisible(due, now);
    else if (push && due.length > 0) {
      try {
        await this.#pushAll(due, memberId, now);
      } catch (error) {
        logError(error, { event: "push failed" });
        for (const event of due) this.#tryLater(event, now, {});
      }
    }
    this.#schedule();
  }

  /** Returns the events to push now. One that has failed comes alone: it may have made its batch fail. */
  #due(now: number): Waiting[] {
    const due = this.#waiting().filter(({ dueAt }) => dueAt <= now);
    const fresh = due.filter(({ attempts }) => attempts === 0);
    return fresh.length > 0 ? fresh.slice(0, EVENTS_PER_ALARM) : due.slice(0, 1);
  }

  /** @throws the database's error */
  async #pushAll(due: readonly Waiting[], memberId: string, now: number): Promise<void> {
    const noteNone = this.deps.devices.noteNone();
    const found = await readPushes(this.deps, memberId, due, this.#shown(), new Date(now));
    const devices = found.devices.filter(({ endpoint }) => this.deps.push?.isEndpoint(endpoint));
    if (devices.length === 0) {
      noteNone(now);
      for (const event of due) this.#remove(event);
    } else if (found.quietUntil !== null) {
      for (const event of due) this.#update(event, { dueAt: found.quietUntil });
    } else {
      const pushes = { ...found, devices };
      const sent = await Promise.all(due.map((event) => this.#push(event, pushes, memberId, now)));
      const replies = sent.flat();
      // Otherwise the next message names them again.
      const areNamed = replies.includes("sent") && !replies.includes("later");
      const named = areNamed ? found.read.filter((tag) => !due.some((event) => event.tag === tag)) : [];
      this.#setShown(this.#shown().filter(({ tag }) => !named.includes(tag)));
    }
  }

  /** Drops events that a visible tab has had for long enough. */
  #keepFromVisible(due: readonly Waiting[], now: number): void {
    for (const event of due) {
      if (now - event.since >= VISIBLE_MS) this.#remove(event);
      else this.#update(event, { dueAt: event.since + VISIBLE_MS });
    }
  }

  /** Sets the alarm for the event that is due next. */
  #schedule(): void {
    const times = this.#waiting().map(({ dueAt }) => dueAt);
    if (times.length > 0) this.deps.alarms.set("send-pushes", Math.min(...times));
  }

  /** Sends one event to the devices that lack it; those that must wait get it later. @returns the outcome for each */
  async #push(
    event: Waiting,
    { devices, messages, hiddenText }: Pushes,
    memberId: string,
    now: number,
  ): Promise<PushReply["outcome"][]> {
    const message = messages.get(event);
    if (!message) {
      this.#remove(event);
      return [];
    }
    const { push, chats } = this.deps;
    if (!push) return [];
    const targets = devices.filter(({ sessionId }) => event.left?.includes(sessionId) ?? true);
    const replies = await Promise.all(
      targets.map(async (device) => {
        const about = { memberId, tag: event.tag, message, hiddenText, now: new Date(now) };
        return { device, reply: await pushToDevice(push, chats[0], device, about) };
      }),
    );
    const outcomes = replies.map(({ reply }) => reply.outcome);
    if (outcomes.includes("sent")) this.#noteShown(event, message);
    const failed = replies.flatMap(({ device, reply }) =>
      reply.outcome === "later" ? [{ device, reply }] : [],
    );
    if (failed.length === 0) this.#remove(event);
    else {
      const left = failed.map(({ device }) => device.sessionId);
      this.#tryLater(event, now, {
        left,
        afterMs: Math.max(...failed.map(({ reply }) => reply.afterMs ?? 0)),
      });
    }
    return outcomes;
  }

  /** Postpones an event that has failed, or drops it after five attempts. @param left as in `Waiting` */
  #tryLater(
    event: Waiting,
    now: number,
    { left = event.left, afterMs = 0 }: { left?: string[] | null; afterMs?: number },
  ): void {
    const attempts = event.attempts + 1;
    const delay = Math.min(RETRIES.push.longestMs, Math.max(afterMs, backOff(event.attempts, RETRIES.push)));
    if (attempts >= RETRIES.push.attempts) this.#remove(event);
    else this.#update(event, { attempts, left, dueAt: now + delay });
  }

  #noteShown({ source, id, tag }: Waiting, message: PushMessage): void {
    // An event that was deleted, and in whose place another one was shown, can arrive again.
    const last = String(Math.max(Number(id), Number(message.id)));
    this.#setShown([...this.#shown().filter((one) => one.tag !== tag), { source, id: last, tag }]);
  }

  /** Returns the events that wait, longest first. */
  #waiting(): Waiting[] {
    const stored = this.deps.storage.kv.list<Waiting>({ prefix: WAITING });
    return [...stored].map(([, event]) => event).sort((a, b) => a.since - b.since);
  }

  #shown(): PushEvent[] {
    return this.deps.storage.kv.get<PushEvent[]>(SHOWN) ?? [];
  }

  #setShown(shown: PushEvent[]): void {
    this.deps.storage.kv.put(SHOWN, shown.slice(-SHOWN_MAX));
  }

  /** Removes an event, unless a later one has replaced it while it was in flight. */
  #remove(event: Waiting): void {
    if (this.#isCurrent(event)) this.deps.storage.kv.delete(WAITING + event.tag);
  }

  /** Changes an event, unless a later one has replaced it. */
  #update(event: Waiting, change: Partial<Waiting>): void {
    if (this.#isCurrent(event)) this.deps.storage.kv.put(WAITING + event.tag, { ...event, ...change });
  }

  #isCurrent({ tag, id }: Waiting): boolean {
    return this.deps.storage.kv.get<Waiting>(WAITING + tag)?.id === id;
  }
}

/** Returns the event of a frame that is pushed: a message to the member, or a notification. */
function eventOf({ type, payload }: ServerFrame, memberId: string): PushEvent | null {
  if (type === "message" && payload.receiverId === memberId) {
    return { source: "message", id: payload.id, tag: chatTag(payload.senderId) };
  }
  if (type !== "notification") return null;
  const { commentId = null, parentId = null } = payload;
  const tag = tagOf({ ...payload, commentId, parentId });
  return { source: "notice", id: payload.id, tag };
}
