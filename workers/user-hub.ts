import { DurableObject } from "cloudflare:workers";
import type { ServerFrame } from "~/contract/channel";
import { CLOSED_SESSION_RENEWED } from "~/contract/limits";
import { RATE_LIMIT_PERIOD_SECONDS } from "~/contract/request-limits";
import { LOG_IN_FIRST } from "~/contract/texts";
import type { Chats } from "~/db/chats";
import { completeChatSteps } from "~/domain/chat/complete-chat-steps";
import { logError } from "~/platform/log";
import type { Envelope } from "~/platform/realtime";
import { chatBindings } from "./chat-bindings";
import { AlarmSchedule, type AlarmTask } from "./hub/alarm-schedule";
import { Announcer } from "./hub/announcer";
import { type Delivery, deliver, type Received } from "./hub/call-hub";
import { CountPublisher } from "./hub/count-publisher";
import { CALLS_PER_EVENT, DeliveryQueue } from "./hub/delivery-queue";
import { FanOut } from "./hub/fan-out";
import type { FrameContext } from "./hub/frame-context";
import { Home, type HomeReply, type HomeRequest } from "./hub/home";
import { Inbox } from "./hub/inbox";
import { openChatCtx } from "./hub/open-chat-ctx";
import { Presence } from "./hub/presence";
import { PushQueue } from "./hub/push-queue";
import { relay, type Write } from "./hub/relay";
import { sharedDb } from "./hub/shared-db";
import { SocketFrames } from "./hub/socket-frames";
import { Sockets } from "./hub/sockets";
import { readSettings } from "./settings";

/**
 * Headers by which the edge names the hub's member, the socket's session, and the time at which the session expires
 * (ISO 8601); values sent by a client are overwritten.
 */
export const MEMBER_HEADER = "X-Afterglow-Member";
export const SESSION_HEADER = "X-Afterglow-Session";
export const SESSION_EXPIRES_HEADER = "X-Afterglow-Session-Expires";

const MEMBER = "member";
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
  readonly #sockets = new Sockets(this.ctx);
  readonly #alarms = new AlarmSchedule(this.ctx.storage);
  readonly #deliveries = new DeliveryQueue(this.ctx.storage, this.#alarms, (delivery) =>
    deliver(this.env.USER_HUB, delivery),
  );
  readonly #db = sharedDb(this.env.DB);
  readonly #chatD1s = chatBindings(this.env);
  readonly #chats: Chats = [this.#db, ...this.#chatD1s.map(sharedDb)];
  readonly #fanOut = new FanOut(
    { storage: this.ctx.storage, db: this.#db, alarms: this.#alarms, deliveries: this.#deliveries },
    CALLS_PER_EVENT,
  );
  readonly #deps = {
    storage: this.ctx.storage,
    db: this.#db,
    sockets: this.#sockets,
    alarms: this.#alarms,
    fanOut: this.#fanOut,
    memberId: () => this.#memberId(),
    send: (frame: ServerFrame) => this.#inbox.send(frame),
    subscribe: () => this.#home.subscribe(this.#memberId()),
  };
  readonly #presence = new Presence(this.#deps);
  readonly #counts = new CountPublisher(this.#deps);
  readonly #home: Home = new Home({
    storage: this.ctx.storage,
    d1: this.env.DB,
    chatD1s: this.#chatD1s,
    db: this.#db,
    alarms: this.#alarms,
    sockets: this.#sockets,
    isOnline: () => this.#presence.isOnline() || this.#sockets.open().length > 0,
    member: () => this.#knownMember(),
    setMember: (memberId) => this.#setMember(memberId),
    defer: (work) => this.#inBackground(work),
  });
  readonly #settings = readSettings(this.env);
  readonly #pushes = new PushQueue({
    storage: this.ctx.storage,
    chats: this.#chats,
    alarms: this.#alarms,
    sockets: this.#sockets,
    push: this.#settings.push,
  });
  readonly #inbox: Inbox = new Inbox({
    ...this.#deps,
    chats: this.#chats,
    home: this.#home,
    presence: this.#presence,
    pushes: this.#pushes,
    announcer: new Announcer({ ...this.#deps, counts: this.#counts }),
    knownMember: () => this.#knownMember(),
    setMember: (memberId) => this.#setMember(memberId),
  });
  readonly #frames = new SocketFrames({
    sockets: this.#sockets,
    home: this.#home,
    areLimitsOff: this.#settings.limitsOff,
    contextOf: (socket) => this.#frameContext(socket),
    endSessions: (sessionIds) => this.#endSessions(sessionIds),
  });
  #member: string | undefined;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
    this.#presence.recover(Date.now());
    this.#alarms.recover(Date.now());
  }

  /** Accepts a socket. Returns 101; 429 with too many, after closing idle ones; 401 when the session has ended. */
  override async fetch(request: Request): Promise<Response> {
    const now = Date.now();
    this.#setMember(request.headers.get(MEMBER_HEADER) ?? "");
    if (!this.#sockets.hasRoom()) {
      const headers = { "Retry-After": String(RATE_LIMIT_PERIOD_SECONDS) };
      return Response.json({ message: "Too many tabs are open." }, { status: 429, headers });
    }
    const { 0: client, 1: server } = new WebSocketPair();
    const session = {
      id: request.headers.get(SESSION_HEADER) ?? "",
      expiresAt: Date.parse(request.headers.get(SESSION_EXPIRES_HEADER) ?? ""),
    };
    if (!this.#sockets.accept(server, session, now)) {
      return Response.json({ message: LOG_IN_FIRST }, { status: 401 });
    }
    this.#inBackground(this.#presence.update(now));
    return new Response(null, { status: 101, webSocket: client });
  }

  /**
   * Returns the viewer and their rows (see `Home.open`). The edge passes on what a cookie claims: unless the session is
   * a live one of this hub's member, nothing is stored, subscribed or revealed.
   */
  open(request: HomeRequest): Promise<HomeReply | null | "busy"> {
    return this.#home.open(request);
  }

  /** Returns a session of the member, a `SessionRow` as JSON, if the hub holds it. */
  session(sessionId: string): string | null {
    return this.#home.session(sessionId);
  }

  /**
   * Publishes what the member has written by a call or a form: drops what the hub holds of it, sends the frames to the member's own tabs,
   * and calls the hubs of others. Resolves when everything has been sent or is stored: the caller repeats a call during which this hub
   * crashes.
   * @param onDropped is called before anything is awaited: the reply to the write waits for it
   */
  async publish(memberId: string, { changes, envelopes }: Write, onDropped: () => void): Promise<void> {
    if (changes === null) this.#home.drop();
    else this.#home.receive({ type: "changed", payload: { topics: changes } });
    const own = envelopes.filter(({ to }) => to === memberId).map((envelope) => this.#receiveOwn(envelope));
    // The caller may be gone: its function is called through an RPC.
    this.#inBackground((async () => onDropped())());
    const others = envelopes.filter(({ to }) => to !== memberId);
    const parts = { inbox: this.#inbox, deliveries: this.#deliveries, fanOut: this.#fanOut };
    await Promise.all([...own, relay(parts, memberId, others)]);
  }

  async #receiveOwn(envelope: Envelope): Promise<void> {
    try {
      await this.#inbox.receive(envelope.frame, { by: envelope.to });
    } catch (error) {
      logError(error, { event: "frame queued", type: envelope.frame.type });
      this.#deliveries.enqueue(envelope);
    }
  }

  /**
   * Receives frames and notices for the member, from requests of others and from their hubs (`Inbox.receive`).
   * @returns which events the hub asks for, and frames for the tabs of the sender
   * @throws the database's error; the caller delivers the frames again
   */
  async deliver(
    frames: readonly Envelope["frame"][],
    how: Pick<Delivery, "by" | "isLate"> = {},
  ): Promise<Received> {
    // All begin before the first is awaited: they are received in the order of their arrival.
    const answers = await Promise.all(frames.map((frame) => this.#inbox.receive(frame, how)));
    return {
      isOnline: this.#presence.isOnline() || this.#sockets.open().length > 0,
      isSubscribed: this.#home.isSubscribed(),
      answers: answers.filter((answer) => answer !== null),
    };
  }

  /** Stores a frame for another member whose hub cannot be reached, and resends it by alarm. */
  enqueue(envelope: Envelope): void {
    this.#deliveries.enqueue(envelope);
  }

  /** Forgets sessions that have ended, and closes their sockets. */
  endSessions(sessionIds: string[]): Promise<void> {
    return this.#endSessions(sessionIds);
  }

  /** Ends the sessions that have ended in the database, for a caller that proves nothing: the command line. */
  async recheckSessions(): Promise<void> {
    this.#home.drop();
    if (this.#knownMember()) await this.#presence.checkSessions(Date.now());
  }

  async #endSessions(sessionIds: string[]): Promise<void> {
    this.#home.drop();
    this.#sockets.endSessions(sessionIds);
    await this.#presence.update(Date.now());
  }

  /** Does the same for a session whose token was replaced: the pages reconnect with the new one. */
  async sessionRenewed(sessionId: string): Promise<void> {
    this.#home.drop();
    this.#sockets.endSessions([sessionId], CLOSED_SESSION_RENEWED);
    await this.#presence.update(Date.now());
  }

  /**
   * Closes the sockets of a deleted or suspended account and deletes everything stored, the alarm included; then sends
   * the envelopes. Only those that cannot be sent at once are stored, until they are delivered or expire.
   */
  async accountClosed(sessionIds: string[], envelopes: Envelope[]): Promise<void> {
    this.#sockets.endSessions(sessionIds);
    this.#sockets.resetBucket();
    this.#home.forget();
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    // An instance that lives on stores them again when it needs them.
    this.#member = undefined;
    this.#alarms.forget();
    this.#inBackground(this.#fanOut.send(envelopes));
  }

  /** Completes the steps that chat databases may lack, in a moment: the caller does it first, unless it is cut off. */
  expectChatSteps(): void {
    this.#alarms.set("chat-steps", Date.now() + CHAT_STEPS_MS);
  }

  /** Notes that the member has a device to push notifications to. */
  expectPushes(memberId: string): void {
    this.#setMember(memberId);
    this.#pushes.expectDevices();
  }

  /** Publishes the presence anew after the member has hidden or shown it. */
  async presenceChanged(memberId: string): Promise<void> {
    this.#setMember(memberId);
    await this.#presence.visibilityChanged();
  }

  override webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    return this.#frames.receive(socket, data);
  }

  override async webSocketClose(socket: WebSocket, code: number, reason: string): Promise<void> {
    // 1005 and 1006 mean that no code was received and must not be sent (RFC 6455 7.4.1).
    this.#sockets.close(socket, code === 1005 || code === 1006 ? 1000 : code, reason);
    await this.#presence.update(Date.now());
  }

  override async webSocketError(socket: WebSocket, error: unknown): Promise<void> {
    logError(error, { socket: "error", at: new Date().toISOString() });
    this.#sockets.close(socket, 1011, "The connection broke.");
    await this.#presence.update(Date.now());
  }

  override alarm(): Promise<void> {
    const now = Date.now();
    return this.#alarms.run(now, (task) => this.#runTask(task, now));
  }

  async #runTask(task: AlarmTask, now: number): Promise<void> {
    // Work that was under way when the account was closed can leave a task: the hub has no member then.
    if (!this.#knownMember() && !MEMBERLESS_TASKS.has(task)) return;
    switch (task) {
      case "go-offline":
        return this.#presence.goOffline();
      case "check-sockets":
        return this.#presence.checkSockets(now);
      case "check-sessions":
        return this.#presence.checkSessions(now);
      case "send-counts":
        return this.#counts.sendPostponed(now);
      case "retry-deliveries":
        return this.#deliveries.retry(now);
      case "send-chunk":
        return this.#fanOut.sendChunk();
      case "unsubscribe":
        return this.#home.leave(this.#memberId(), now);
      case "send-pushes":
        return this.#pushes.send(this.#memberId(), now);
      case "chat-steps":
        await completeChatSteps({ db: this.#db, chats: this.#chats, now: () => new Date(now) });
        return;
    }
  }

  #frameContext(socket: WebSocket): FrameContext {
    const memberId = this.#memberId();
    return {
      memberId,
      chat: openChatCtx({
        env: this.env,
        settings: this.#settings,
        chats: this.#chats,
        memberId,
        session: this.#sockets.sessionOf(socket),
        publish: (to, frame) => {
          if (to === memberId) this.#inbox.send(frame);
          else this.#inBackground(this.#deliveries.send({ to, frame }));
        },
        defer: (work) => this.#inBackground(work),
      }),
      connectionWith: (otherId) => this.#home.connections.find(memberId, otherId),
      sockets: this.#sockets,
      presence: this.#presence,
      publish: async (to, frame) => void (await this.#deliveries.send({ to, frame })),
    };
  }

  #setMember(memberId: string): void {
    if (this.#member === memberId) return;
    this.#member = memberId;
    if (this.ctx.storage.kv.get(MEMBER) !== memberId) this.ctx.storage.kv.put(MEMBER, memberId);
  }

  /** Returns the hub's member. Stored, because alarms and frames after hibernation do not name it. */
  #memberId(): string {
    const member = this.#knownMember();
    if (!member) throw new Error("This hub does not know its member.");
    return member;
  }

  /** Returns the hub's member; undefined in a hub that has had deliveries only. */
  #knownMember(): string | undefined {
    this.#member ??= this.ctx.storage.kv.get<string>(MEMBER);
    return this.#member;
  }

  /** Runs work that no caller awaits; everything it must finish is stored first. */
  #inBackground(work: Promise<unknown>): void {
    this.ctx.waitUntil(work.catch((error: unknown) => logError(error)));
  }
}
