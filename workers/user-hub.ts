import { DurableObject } from "cloudflare:workers";
import { nameFrame, parseClientFrame, type ServerFrame } from "~/contract/channel";
import { CLOSED_SESSION_RENEWED, FRAME_MAX_BYTES } from "~/contract/limits";
import { RATE_LIMIT_PERIOD_SECONDS } from "~/contract/request-limits";
import { INTERNAL_ERROR, LOG_IN_FIRST, TOO_FAST } from "~/contract/texts";
import type { Chats } from "~/db/chats";
import { openDb } from "~/db/client";
import { isSessionEnded } from "~/db/violations";
import type { ChatCtx } from "~/domain/chat/chat-context";
import { completeChatSteps } from "~/domain/chat/complete-chat-steps";
import { listReadersOf, listSubscribedAudience } from "~/domain/presence/hub-subscriptions";
import { logError } from "~/platform/log";
import { type ChangeNotice, type Envelope, type PostCount, type Topic, topics } from "~/platform/realtime";
import { chatBindings } from "./chat-bindings";
import { AlarmSchedule, type AlarmTask } from "./hub/alarm-schedule";
import { deliver, type Listening } from "./hub/call-hub";
import { CountPublisher } from "./hub/count-publisher";
import { currentFrames, isStillStored, reportsState } from "./hub/current-frames";
import { CALLS_PER_EVENT, DeliveryQueue } from "./hub/delivery-queue";
import { FanOut } from "./hub/fan-out";
import type { FrameContext } from "./hub/frame-context";
import { FramesInFlight } from "./hub/frames-in-flight";
import { handleFrame } from "./hub/handle-frame";
import { Home, type HomeReply, type HomeRequest } from "./hub/home";
import { Presence } from "./hub/presence";
import { PushQueue } from "./hub/push-queue";
import { RecentIds } from "./hub/recent-ids";
import { SerialQueue } from "./hub/serial-queue";
import { sharedDb } from "./hub/shared-db";
import { Sockets } from "./hub/sockets";
import { openMedia } from "./open-media";
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
/** Characters of an `echo` frame, at most. */
const ECHO_MAX = 256;
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
  readonly #deliveries = new DeliveryQueue(this.ctx.storage, this.#alarms, (envelope, isLate) =>
    deliver(this.env.USER_HUB, envelope, isLate),
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
    send: (frame: ServerFrame) => void this.#send(frame),
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
  /** Handles the member's frames in the order in which they arrive. */
  readonly #frames = new SerialQueue();
  readonly #inFlight = new FramesInFlight();
  /** Sends frames that report a state one after the other, each with the state as it is then. */
  readonly #states = new SerialQueue();
  /** Messages whose deletion this instance has sent: a frame that overtook another on its way must not restore one. */
  readonly #deleted = new RecentIds();
  readonly #settings = readSettings(this.env);
  readonly #pushes = new PushQueue({
    storage: this.ctx.storage,
    chats: this.#chats,
    alarms: this.#alarms,
    sockets: this.#sockets,
    push: this.#settings.push,
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
   * Drops what a write of the member, by another way than a frame, has changed.
   * @param changes the topics of the reads that it has changed; null for everything, the sessions included
   */
  changed(changes: readonly Topic[] | null = null): void {
    if (changes === null) this.#home.drop();
    else this.#home.receive({ type: "changed", payload: { topics: changes } });
  }

  /**
   * Sends a frame to every open tab, and the current state when the frame reports an older one.
   * @param isLate whether the frame has waited in a delivery queue; what it is about may be deleted by now
   * @returns which events the hub asks for
   * @throws the database's error; the caller delivers the frame again
   */
  deliver(frame: Envelope["frame"], isLate = false): Listening | Promise<Listening> {
    this.#home.receive(frame, isLate);
    if (frame.type === "changed") return this.#listening();
    if (frame.type === "online" || frame.type === "offline") {
      this.#presence.observe(frame.payload.userId, frame.type === "online");
    }
    if (frame.type === "message_deleted") this.#deleted.add(frame.payload.id);
    const member = this.#knownMember();
    // A hub whose member has never opened a page has no devices.
    if (member) this.#pushes.receive(frame, member, Date.now());
    const isOpen = this.#sockets.open().length > 0;
    if (isOpen && (isLate || reportsState(frame))) return this.#deliverCurrent(frame, isLate);
    this.#sendOnce(frame);
    return this.#listening();
  }

  #deliverCurrent(frame: ServerFrame, isLate: boolean): Promise<Listening> {
    return this.#states.run(async () => {
      if (!isLate || (await isStillStored(this.#chats, this.#memberId(), frame))) {
        for (const one of await currentFrames(this.#db, this.#memberId(), frame)) this.#sendOnce(one);
      }
      return this.#listening();
    });
  }

  /** Sends a frame of the member's own to their tabs, after the hub has dropped what it changes. */
  #send(frame: ServerFrame): void {
    this.#home.receive(frame);
    this.#sendOnce(frame);
  }

  /** Sends a frame, unless it is about a message whose deletion was sent before. */
  #sendOnce(frame: ServerFrame): void {
    const isMessage = frame.type === "message" || frame.type === "message_changed";
    const isDeleted = isMessage && this.#deleted.has(frame.payload.id);
    if (!isDeleted) this.#sockets.send(frame);
  }

  #listening(): Listening {
    return {
      isOnline: this.#presence.isOnline() || this.#sockets.open().length > 0,
      isSubscribed: this.#home.isSubscribed(),
    };
  }

  /** Stores a frame for another member whose hub cannot be reached, and resends it by alarm. */
  enqueue(envelope: Envelope): void {
    this.#deliveries.enqueue(envelope);
  }

  /**
   * Publishes a count of one of the member's posts, or the likes of a comment on it, to the member and their audience.
   *
   * This and the next three return when everything has been sent or is stored: the caller repeats a call during which
   * this hub crashes.
   */
  async countsChanged(memberId: string, postId: string, count: PostCount, commentId?: string): Promise<void> {
    this.#setMember(memberId);
    // A count that could not be sent is stored.
    const changed = this.#counts.countsChanged(postId, count, Date.now(), commentId);
    await changed.catch((error: unknown) => logError(error));
  }

  /** Announces one of the member's posts to the member and their audience. */
  postCreated(memberId: string, postId: string): Promise<void> {
    this.#setMember(memberId);
    return this.#announce({ type: "new_post", payload: { postId } });
  }

  /** Tells the subscribed hubs of the member's connections that the member's posts have changed. */
  postsChanged(memberId: string): Promise<void> {
    this.#setMember(memberId);
    return this.#notify(listSubscribedAudience(this.#db, memberId), ["posts"]);
  }

  /** Tells the subscribed hubs of everyone whose lists show the member that their name or photo has changed. */
  memberChanged(memberId: string): Promise<void> {
    this.#setMember(memberId);
    return this.#notify(listReadersOf(this.#db, memberId), topics);
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

  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    // Frames still arrive after the hub has closed a socket, until the peer acknowledges.
    if (this.#sockets.isClosed(socket) || this.#acknowledge(socket, data)) return;
    const hasToken = this.#sockets.takeToken(socket, Date.now()) || this.#settings.limitsOff;
    if (typeof data !== "string") return this.#refuse(socket, "A frame is text.");
    if (isTooLarge(data)) return this.#refuse(socket, "This frame is too large: the limit is 8 MB.", data);
    const { length } = data;
    if (!hasToken || !this.#inFlight.add(socket, length)) {
      return this.#refuse(socket, TOO_FAST, data, { isTemporary: true });
    }
    try {
      await this.#frames.run(async () => {
        // Its session may have ended while it waited for its turn.
        if (!this.#sockets.isClosed(socket)) await handleFrame(this.#frameContext(socket), socket, data);
      });
    } catch (error) {
      if (isSessionEnded(error)) return await this.#endSessions([this.#sockets.sessionOf(socket)]);
      logError(error, { event: "frame failed", type: parseClientFrame(data)?.type ?? "unknown" });
      // It may have been stored.
      this.#home.drop();
      this.#refuse(socket, INTERNAL_ERROR, data, { isTemporary: true });
    } finally {
      this.#inFlight.remove(socket, length);
    }
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

  /**
   * Takes an echo that the hub waits for. It costs no token, as it answers a frame of the hub, and skips the queue.
   * @returns false for another frame
   */
  #acknowledge(socket: WebSocket, data: string | ArrayBuffer): boolean {
    if (typeof data !== "string" || !this.#sockets.windows.isBehind(socket) || data.length > ECHO_MAX)
      return false;
    const frame = parseClientFrame(data);
    return (
      frame?.type === "echo" && this.#sockets.windows.acknowledge(socket, frame.payload.number, Date.now())
    );
  }

  #refuse(socket: WebSocket, message: string, text = "", kind: { isTemporary?: true } = {}): void {
    this.#sockets.reply(socket, { type: "error", payload: { message, ...nameFrame(text), ...kind } });
  }

  async #announce(frame: ServerFrame): Promise<void> {
    this.#send(frame);
    const audience = await listSubscribedAudience(this.#db, this.#memberId());
    await this.#fanOut.send(audience.map((to) => ({ to, frame })));
  }

  async #notify(listed: Promise<string[]>, changedTopics: ChangeNotice["payload"]["topics"]): Promise<void> {
    const frame = { type: "changed", payload: { topics: changedTopics } } as const;
    await this.#fanOut.send((await listed).map((to) => ({ to, frame })));
  }

  #frameContext(socket: WebSocket): FrameContext {
    return {
      memberId: this.#memberId(),
      chat: this.#chatCtx(this.#sockets.sessionOf(socket)),
      connectionWith: (memberId) => this.#home.connections.find(this.#memberId(), memberId),
      sockets: this.#sockets,
      presence: this.#presence,
      publish: async (to, frame) => void (await this.#deliveries.send({ to, frame })),
    };
  }

  /** Returns the context of a frame's use case. It writes on behalf of the socket's session. */
  #chatCtx(session: string): ChatCtx {
    const me = this.#memberId();
    const [, ...others] = this.#chats;
    const { db } = openDb(this.env.DB, undefined, { session, coversReads: others.length > 0 });
    return {
      db,
      chats: [db, ...others],
      viewer: { id: me },
      limits: { areOn: !this.#settings.limitsOff },
      requiresEmail: this.#settings.requiresEmail,
      ceilings: this.#settings.ceilings,
      media: openMedia(this.env, this.#settings, (work) => this.#inBackground(work)),
      now: () => new Date(),
      defer: (work) => this.#inBackground(work),
      realtime: {
        publish: (to, frame) => {
          if (to === me) this.#send(frame);
          else this.#inBackground(this.#deliveries.send({ to, frame }));
        },
      },
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

/** UTF-8 takes one to three bytes per UTF-16 unit, so only lengths in between need to be counted. */
function isTooLarge(text: string): boolean {
  if (text.length > FRAME_MAX_BYTES) return true;
  return text.length * 3 > FRAME_MAX_BYTES && new TextEncoder().encode(text).length > FRAME_MAX_BYTES;
}
