import { DurableObject } from "cloudflare:workers";
import { msg } from "@lingui/core/runtime-macro";
import { bodyOf } from "~/contract/errors";
import { CLOSED_SESSION_RENEWED } from "~/contract/limits";
import { RATE_LIMIT_PERIOD_SECONDS } from "~/contract/request-limits";
import { LOG_IN_FIRST } from "~/contract/texts";
import { completeChatSteps } from "~/domain/chat/complete-chat-steps";
import { storeErrors } from "~/domain/dashboard/count-errors";
import { logError } from "~/platform/log";
import type { Envelope } from "~/platform/realtime";
import type { AlarmTask } from "./hub/alarm-schedule";
import type { Delivery, Received, Write } from "./hub/call-hub";
import { openParts } from "./hub/hub-parts";
import type { CacheReply, CacheRequest } from "./hub/read-cache";

/**
 * Headers by which the edge names the hub's member, the socket's session, and the time at which the session expires
 * (ISO 8601); values sent by a client are overwritten.
 */
export const MEMBER_HEADER = "X-Afterglow-Member";
export const SESSION_HEADER = "X-Afterglow-Session";
export const SESSION_EXPIRES_HEADER = "X-Afterglow-Session-Expires";

/** The tasks of a hub that does not know its member: it sends what others, or the closing of the account, have left. */
const MEMBERLESS_TASKS: ReadonlySet<AlarmTask> = new Set(["retry-deliveries", "send-chunk", "chat-steps"]);
/** A hub completes the steps of a request that may have been cut off after this time. */
const CHAT_STEPS_MS = 10_000;

/**
 * The Durable Object of one member: their sockets, presence and deliveries (docs/product.md#channel). The edge has
 * checked session and origin before a request reaches it. Sockets hibernate, the runtime answers pings without waking
 * the object, and everything that must survive an eviction is in storage. Every RPC method is idempotent.
 */
export class UserHub extends DurableObject<Env> {
  readonly #parts = openParts(this.ctx, this.env);

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
    this.#parts.presence.recover(Date.now());
    this.#parts.alarms.recover(Date.now());
  }

  /** Accepts a socket. Returns 101; 429 with too many, after closing idle ones; 401 when the session has ended. */
  override async fetch(request: Request): Promise<Response> {
    const now = Date.now();
    this.#parts.member.set(request.headers.get(MEMBER_HEADER) ?? "");
    if (!this.#parts.sockets.hasRoom()) {
      const headers = { "Retry-After": String(RATE_LIMIT_PERIOD_SECONDS) };
      return Response.json(bodyOf(msg`Too many tabs are open.`), { status: 429, headers });
    }
    const { 0: client, 1: server } = new WebSocketPair();
    const session = {
      id: request.headers.get(SESSION_HEADER) ?? "",
      expiresAt: Date.parse(request.headers.get(SESSION_EXPIRES_HEADER) ?? ""),
    };
    if (!this.#parts.sockets.accept(server, session, now)) {
      return Response.json(bodyOf(LOG_IN_FIRST), { status: 401 });
    }
    this.#parts.defer(this.#parts.presence.update(now));
    return new Response(null, { status: 101, webSocket: client });
  }

  /**
   * Returns the viewer and their rows (see `ReadCache.open`). The edge passes on what a cookie claims: unless the
   * session is a live one of this hub's member, nothing is stored, subscribed or revealed.
   */
  open(request: CacheRequest): Promise<CacheReply | null | "busy"> {
    return this.#parts.readCache.open(request);
  }

  /** Returns a session of the member, a `SessionRow` as JSON, if the hub has cached it. */
  session(sessionId: string): string | null {
    return this.#parts.readCache.session(sessionId);
  }

  /**
   * Publishes what the member has written by a call or a form: invalidates what the hub has cached of it, sends the
   * frames to the member's own tabs, and calls each other hub once. Resolves when everything has been sent or is
   * stored: the caller repeats a call during which this hub crashes.
   * @param onInvalidated is called before anything is awaited: the reply to the write waits for it
   */
  publish(memberId: string, write: Write, onInvalidated: () => void | Promise<void>): Promise<void> {
    return this.#parts.ownWrites.publish(memberId, write, onInvalidated);
  }

  /**
   * Receives frames and hub events for the member, from requests of others and from their hubs (`Inbox.receive`).
   * @returns which events the hub asks for, and frames for the tabs of the sender
   * @throws the database's error; the caller delivers the frames again
   */
  async deliver(
    frames: readonly Envelope["frame"][],
    how: Pick<Delivery, "by" | "isLate"> = {},
  ): Promise<Received> {
    // All begin before the first is awaited: they are received in the order of their arrival.
    const answers = await Promise.all(frames.map((frame) => this.#parts.inbox.receive(frame, how)));
    return {
      isOnline: this.#parts.isOnline(),
      isSubscribed: this.#parts.readCache.isSubscribed(),
      answers: answers.flat(),
    };
  }

  /** Stores a frame for another member whose hub cannot be reached, and resends it by alarm. */
  enqueue(envelope: Envelope): void {
    this.#parts.deliveries.enqueue(envelope);
  }

  /** Forgets sessions that have ended, and closes their sockets. */
  endSessions(sessionIds: string[]): Promise<void> {
    return this.#parts.endSessions(sessionIds);
  }

  /** Does the same for a session whose token was replaced: the pages reconnect with the new one. */
  sessionRenewed(sessionId: string): Promise<void> {
    return this.#parts.endSessions([sessionId], CLOSED_SESSION_RENEWED);
  }

  /**
   * Closes the sockets of a deleted or suspended account and deletes everything stored, the alarm included; then sends
   * the envelopes. Only those that cannot be sent at once are stored, until they are delivered or expire.
   */
  async accountClosed(sessionIds: string[], envelopes: Envelope[]): Promise<void> {
    this.#parts.sockets.endSessions(sessionIds);
    this.#parts.sockets.resetBucket();
    this.#parts.readCache.forget();
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    // An instance that lives on stores them again when it needs them.
    this.#parts.member.forget();
    this.#parts.alarms.forget();
    this.#parts.defer(this.#parts.fanOut.send(envelopes));
  }

  /** Completes the steps that chat databases may lack, in a moment: the caller does it first, unless it is cut off. */
  expectChatSteps(): void {
    this.#parts.alarms.set("chat-steps", Date.now() + CHAT_STEPS_MS);
  }

  /** Notes that the member has a device to push notifications to. */
  expectPushes(memberId: string): void {
    this.#parts.member.set(memberId);
    this.#parts.devices.turnedOn();
  }

  /** Publishes the presence anew after the member has hidden or shown it. */
  async presenceChanged(memberId: string): Promise<void> {
    this.#parts.member.set(memberId);
    await this.#parts.presence.visibilityChanged();
  }

  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    await this.#parts.frames.receive(socket, data);
    this.#parts.defer(storeErrors(this.#parts.db));
  }

  override async webSocketClose(socket: WebSocket, code: number, reason: string): Promise<void> {
    // 1005 and 1006 mean that no code was received and must not be sent (RFC 6455 7.4.1).
    this.#parts.sockets.close(socket, code === 1005 || code === 1006 ? 1000 : code, reason);
    await this.#parts.presence.update(Date.now());
  }

  override async webSocketError(socket: WebSocket, error: unknown): Promise<void> {
    logError(error, { socket: "error", at: new Date().toISOString() });
    this.#parts.sockets.close(socket, 1011, "The connection broke.");
    await this.#parts.presence.update(Date.now());
  }

  override async alarm(): Promise<void> {
    const now = Date.now();
    await this.#parts.alarms.run(now, (task) => this.#runTask(task, now));
    this.#parts.defer(storeErrors(this.#parts.db));
  }

  async #runTask(task: AlarmTask, now: number): Promise<void> {
    // Work that was under way when the account was closed can leave a task: the hub has no member then.
    if (!this.#parts.member.known() && !MEMBERLESS_TASKS.has(task)) return;
    switch (task) {
      case "go-offline":
        return this.#parts.presence.goOffline();
      case "check-sockets":
        return this.#parts.presence.checkSockets(now);
      case "check-sessions":
        return this.#parts.presence.checkSessions(now);
      case "send-counts":
        return this.#parts.counts.sendPostponed(now);
      case "retry-deliveries":
        return this.#parts.deliveries.retry(now);
      case "send-chunk":
        return this.#parts.fanOut.sendChunk();
      case "unsubscribe":
        return this.#parts.readCache.leave(this.#parts.member.id(), now);
      case "send-pushes":
        return this.#parts.pushes.send(this.#parts.member.id(), now);
      case "chat-steps":
        await completeChatSteps({ db: this.#parts.db, chats: this.#parts.chats, now: () => new Date(now) });
        return;
    }
  }
}
