import type { MessageView } from "~/contract/chat";
import { type PendingChange, withChanges } from "~/features/chat/pending-changes";
import {
  type Conversation,
  type ConversationEvent,
  reduceConversation,
  UNOPENED,
} from "~/features/chat/reduce-conversation";

export const ME = "mara";
export const THEM = "noa";
/** Messages of a page: small, so that few messages make a gap. */
const PAGE = 3;

export const message = (id: number, more: Partial<MessageView> = {}): MessageView => ({
  id: String(id),
  senderId: ME,
  receiverId: THEM,
  content: `no. ${id}`,
  isRead: false,
  createdAt: "2026-01-01T00:00:00.000Z",
  ...more,
});
export const idsOf = ({ messages }: Conversation) => messages.map(({ id }) => Number(id));

/** A server's list of one conversation, and a page that shows it. Frames and replies are late, doubled or lost. */
export class ConversationRun {
  state = UNOPENED;
  #stored: MessageView[] = [];
  #deleted: string[] = [];
  #frames: ConversationEvent[] = [];
  /** Replies in flight, with the server's state at the request; null refuses a change. `send` requests a page again. */
  #replies: { event: ConversationEvent | null; send?: () => void; change?: PendingChange }[] = [];
  /** The viewer's optimistic changes. */
  #pending: PendingChange[] = [];
  /** The frames that precede `synced`; null when none is awaited. */
  #sync: ConversationEvent[] | null = null;
  #cursor = 0;
  #lastId = 0;
  #isConnected = false;
  #hasSynced = false;
  /** Messages were loaded before a gap: those before the page that closes it keep their state until the next sync. */
  #mayBeStale = false;
  #syncsTo = 0;

  #publish(event: ConversationEvent): void {
    if (this.#isConnected) this.#frames.push(event);
  }

  #apply(event: ConversationEvent): void {
    const before = new Map(this.state.messages.map((one) => [one.id, one]));
    this.state = reduceConversation(this.state, event);
    for (const { id, isRead, version = 0 } of this.state.messages) {
      const known = before.get(id);
      // Without the cost of many thousand calls of `expect`.
      if (known?.isRead && !isRead) throw new Error(`Message ${id} is unread again.`);
      if (version < (known?.version ?? 0)) throw new Error(`Message ${id} has an older state again.`);
    }
  }

  send(pick: number): void {
    this.#lastId += 1;
    const [senderId = ME, receiverId = THEM] = pick % 2 ? [THEM, ME] : [ME, THEM];
    const sent = message(this.#lastId, { senderId, receiverId });
    this.#stored.push(sent);
    this.#publish({ type: "messages", messages: [sent] });
  }

  change(pick: number): void {
    const at = pick % this.#stored.length;
    const found = this.#stored[at];
    if (!found) return;
    const version = (found.version ?? 0) + 1;
    const changed =
      pick % 2
        ? { ...found, version, content: `${found.content}!` }
        : { ...found, version, reactions: [{ userId: THEM, emoji: String(version) }] };
    this.#stored[at] = changed;
    this.#publish({ type: "message_changed", message: changed });
  }

  /** The viewer reacts. The reply over HTTP outlives the link, and has no order with the frame. */
  react(pick: number): void {
    const at = pick % this.#stored.length;
    const found = this.#stored[at];
    if (!found) return;
    const change: PendingChange = { id: `${pick}`, messageId: found.id, kind: "reaction", value: "👍" };
    this.#pending.push(change);
    if (pick % 3 === 0) return void this.#replies.push({ event: null, change });
    const version = (found.version ?? 0) + 1;
    const changed = { ...found, version, reactions: [{ userId: ME, emoji: "👍" }] };
    this.#stored[at] = changed;
    this.#publish({ type: "message_changed", message: changed });
    this.#replies.push({ event: { type: "message_changed", message: changed }, change });
  }

  delete(pick: number): void {
    const [found] = this.#stored.splice(pick % this.#stored.length, 1);
    if (!found) return;
    this.#deleted.push(found.id);
    this.#publish({ type: "message_deleted", id: found.id });
  }

  read(pick: number): void {
    const last = this.#stored[pick % this.#stored.length];
    if (!last) return;
    const { id: upTo, senderId } = last;
    this.#stored = this.#stored.map((one) =>
      one.senderId === senderId && Number(one.id) <= Number(upTo) ? { ...one, isRead: true } : one,
    );
    this.#publish({ type: "read", senderId, upTo });
  }

  /** Frames of several members have no order. */
  deliver(pick: number): void {
    const [frame] = this.#frames.splice(pick % this.#frames.length, 1);
    if (frame) this.#apply(frame);
  }

  repeat(pick: number): void {
    const frame = this.#frames[pick % this.#frames.length];
    if (frame) this.#apply(frame);
  }

  #page(before: number) {
    const newest = this.#stored.filter(({ id }) => Number(id) < before).reverse();
    const items = newest.slice(0, PAGE);
    const next = newest.length > PAGE ? (items.at(-1)?.id ?? null) : null;
    return { items, next, connection: this.state.connection };
  }

  /** As the store: one request for the newest page at a time, repeated when the link was opened meanwhile. */
  request(): void {
    this.#apply({ type: "requested" });
    if (!this.#replies.some(({ event }) => event?.type === "newest_page")) this.#fetchNewest();
  }

  #fetchNewest(): void {
    const event = { type: "newest_page", ...this.#page(Number.POSITIVE_INFINITY) } as const;
    this.#replies.push({ event, send: () => this.#fetchNewest() });
  }

  scroll(): void {
    const { older } = this.state;
    if (older !== null) this.#fetchOlder(older);
  }

  #fetchOlder(cursor: string): void {
    const event = { type: "older_page", cursor, ...this.#page(Number(cursor)) } as const;
    this.#replies.push({ event, send: () => this.#fetchOlder(cursor) });
  }

  reply(pick: number): void {
    const [reply] = this.#replies.splice(pick % this.#replies.length, 1);
    if (!reply) return;
    const { event, send, change } = reply;
    const isOld = event && "connection" in event && event.connection !== this.state.connection;
    if (event) this.#apply(event);
    this.#pending = this.#pending.filter((one) => one !== change);
    if (isOld) send?.();
  }

  fail(pick: number): void {
    const at = pick % this.#replies.length;
    if (this.#replies[at]?.event?.type !== "newest_page") return;
    this.#replies.splice(at, 1);
    this.#apply({ type: "request_failed" });
  }

  disconnect(): void {
    this.#isConnected = false;
    this.#frames = [];
    this.#sync = null;
  }

  connect(pick: number): void {
    this.disconnect();
    this.#isConnected = true;
    const connection = this.state.connection + 1;
    if (this.#hasSynced && pick % 4 === 0) {
      this.#hasSynced = false;
      this.#apply({ type: "forgotten" });
    }
    this.#mayBeStale ||= !this.#hasSynced && this.state.messages.length > 0;
    this.#apply({ type: "connected", connection });
    this.#sync = this.#hasSynced ? this.#missed() : [];
    this.#syncsTo = this.#lastId;
  }

  /** The reply to `sync`: the messages after the cursor, and the changes of those that the page has loaded. */
  #missed(): ConversationEvent[] {
    const missed = this.#stored.filter(({ id }) => Number(id) > this.#cursor);
    const first = Math.min(...idsOf(this.state));
    const isLoaded = ({ id }: { id: string }) => Number(id) >= first;
    const lastRead = this.#stored.findLast((one) => one.senderId === ME && one.isRead && isLoaded(one));
    return [
      { type: "messages", messages: missed },
      ...this.#stored
        .filter((one) => one.version && isLoaded(one))
        .map((one) => ({ type: "message_changed", message: one }) as const),
      ...this.#deleted
        .filter((id) => isLoaded({ id }))
        .map((id) => ({ type: "message_deleted", id }) as const),
      ...(lastRead ? [{ type: "read", senderId: ME, upTo: lastRead.id } as const] : []),
    ];
  }

  finishSync(): void {
    if (!this.#sync) return;
    for (const event of this.#sync) this.#apply(event);
    this.#sync = null;
    const isUpToDate = this.#hasSynced && this.state.phase === "ready" && this.state.messages.length > 0;
    if (isUpToDate) this.#mayBeStale = false;
    else this.#apply({ type: "invalidated" });
    if (this.state.isStale) this.request();
    this.#hasSynced = true;
    this.#cursor = this.#syncsTo;
  }

  /** Delivers all that is on its way, over a link that stays open. */
  settle(): void {
    if (!this.#isConnected) this.connect(1);
    this.finishSync();
    while (this.#frames.length > 0) this.deliver(0);
    while (this.#replies.length > 0) this.reply(0);
    if (this.state.phase !== "ready" || this.state.isStale) this.request();
    while (this.#replies.length > 0) this.reply(0);
    if (!this.#mayBeStale) return;
    this.#mayBeStale = false;
    this.connect(1);
    this.settle();
  }

  /** Returns the messages as the page shows them. */
  shown(): MessageView[] {
    return this.state.messages.map((one) => withChanges(one, this.#pending, ME));
  }

  /** Returns the server's messages from the oldest loaded page on. A sync does not report reads in another tab. */
  expected(): MessageView[] {
    return this.#stored.filter(({ id }) => Number(id) >= this.state.completeFrom);
  }
}
