import { DurableObject } from "cloudflare:workers";
import type { ServerFrame } from "~/contract/channel";
import { SOCKETS_MAX } from "~/contract/limits";
import { INTERNAL_ERROR, LOG_IN_FIRST, TOO_FAST } from "~/contract/texts";
import { type Db, openDb } from "~/db/client";
import type { ChatCtx } from "~/domain/chat/chat-context";
import { r2MediaStore } from "~/platform/media/store";
import type { Envelope } from "~/platform/realtime";
import { AlarmSchedule, type AlarmTask } from "./hub/alarm-schedule";
import { Audience } from "./hub/audience";
import { CALLS_PER_EVENT, DeliveryQueue } from "./hub/delivery-queue";
import { FanOut } from "./hub/fan-out";
import type { FrameContext } from "./hub/frame-context";
import { handleFrame } from "./hub/handle-frame";
import { Presence } from "./hub/presence";
import { SerialQueue } from "./hub/serial-queue";
import { Sockets } from "./hub/sockets";
import { readSettings } from "./settings";

/** How the edge tells a hub whose it is and which session opens a socket. A client's own values never get here. */
export const MEMBER_HEADER = "X-Afterglow-Member";
export const SESSION_HEADER = "X-Afterglow-Session";

const MEMBER = "member";

/** One client for all hubs of an isolate: each would weigh as much as everything else about an idle member. */
const clients = new WeakMap<D1Database, Db>();

function sharedDb(d1: D1Database): Db {
  const db = clients.get(d1) ?? openDb(d1).db;
  clients.set(d1, db);
  return db;
}

/**
 * One member's end of the channel (contract.md "The channel"). The edge has checked session and origin before a request
 * gets here. Sockets hibernate; pings are answered without waking the object; nothing that matters is only in memory.
 */
export class UserHub extends DurableObject<Env> {
  readonly #sockets = new Sockets(this.ctx);
  readonly #alarms = new AlarmSchedule(this.ctx.storage);
  readonly #deliveries = new DeliveryQueue(this.ctx.storage, this.#alarms, (memberId, frame) =>
    this.env.USER_HUB.getByName(memberId).deliver(frame),
  );
  readonly #db = sharedDb(this.env.DB);
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
  };
  readonly #presence = new Presence(this.#deps);
  readonly #audience = new Audience(this.#deps);
  /** Frames of one member are handled in the order they came. */
  readonly #frames = new SerialQueue();
  readonly #isLimited = !readSettings(this.env).limitsOff;
  #member: string | undefined;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  /** The upgrade; see workers/socket.ts. */
  override async fetch(request: Request): Promise<Response> {
    const now = Date.now();
    this.#identify(request.headers.get(MEMBER_HEADER) ?? "");
    if (this.#sockets.open().length >= SOCKETS_MAX) {
      return Response.json({ message: "Too many tabs are open." }, { status: 429 });
    }
    const { 0: client, 1: server } = new WebSocketPair();
    if (!this.#sockets.accept(server, request.headers.get(SESSION_HEADER) ?? "", now)) {
      return Response.json({ message: LOG_IN_FIRST }, { status: 401 });
    }
    this.#inBackground(this.#presence.update(now));
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Sends a frame to every open tab of this member. @returns whether they are online, or were a moment ago */
  deliver(frame: ServerFrame): boolean {
    if (frame.type === "online" || frame.type === "offline") {
      this.#presence.observe(frame.payload.userId, frame.type === "online");
    }
    this.#sockets.send(frame);
    return this.#presence.isOnline() || this.#sockets.open().length > 0;
  }

  /** Sends a frame to this member and to their connections that are online; returns before it has arrived. */
  publishToAudience(memberId: string, frame: ServerFrame): void {
    this.#identify(memberId);
    this.#inBackground(this.#audience.publish(frame, Date.now()));
  }

  /** Keeps a frame for another member whose hub could not be reached, and tries again. */
  enqueue(memberId: string, frame: ServerFrame): void {
    this.#deliveries.enqueue(memberId, frame);
  }

  /** Closes the sockets of sessions that have ended. */
  async endSessions(sessionIds: string[]): Promise<void> {
    this.#sockets.endSessions(sessionIds);
    await this.#presence.update(Date.now());
  }

  /**
   * The member has left for good: closes the sockets of their sessions, keeps nothing, a later look included, and tells
   * others; what of that cannot be told at once is the last that lies here.
   */
  async accountDeleted(sessionIds: string[], envelopes: Envelope[]): Promise<void> {
    this.#sockets.endSessions(sessionIds);
    this.#sockets.resetBucket();
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#inBackground(this.#fanOut.send(envelopes));
  }

  /** The member has hidden or shown their presence. */
  async presenceChanged(memberId: string): Promise<void> {
    this.#identify(memberId);
    await this.#presence.visibilityChanged();
  }

  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    // Its session has ended, or it had gone silent: whoever is still there has no say any more.
    if (this.#sockets.isClosed(socket)) return;
    if (!this.#sockets.takeToken(socket, Date.now()) && this.#isLimited) {
      return this.#sockets.reply(socket, { type: "error", payload: { message: TOO_FAST } });
    }
    await this.#frames
      .run(() => handleFrame(this.#frameContext(), socket, data))
      .catch((error: unknown) => {
        console.error(error);
        this.#sockets.reply(socket, { type: "error", payload: { message: INTERNAL_ERROR } });
      });
  }

  override async webSocketClose(socket: WebSocket, code: number, reason: string): Promise<void> {
    // 1005 and 1006 are reserved for "no code came" and may not be sent.
    this.#sockets.close(socket, code === 1005 || code === 1006 ? 1000 : code, reason);
    await this.#presence.update(Date.now());
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    this.#sockets.close(socket, 1011, "The connection broke.");
    await this.#presence.update(Date.now());
  }

  override alarm(): Promise<void> {
    const now = Date.now();
    return this.#alarms.run(now, (name) => this.#act(name, now));
  }

  #act(name: AlarmTask, now: number): Promise<void> {
    switch (name) {
      case "go-offline":
        return this.#presence.goOffline();
      case "check-sockets":
        return this.#presence.checkSockets(now);
      case "send-counts":
        return this.#audience.sendPendingCounts(now);
      case "retry-deliveries":
        return this.#deliveries.retry(now);
      case "send-chunk":
        return this.#fanOut.sendChunk();
    }
  }

  #frameContext(): FrameContext {
    return {
      memberId: this.#memberId(),
      chat: this.#chat(),
      sockets: this.#sockets,
      presence: this.#presence,
      publish: async (memberId, frame) => void (await this.#deliveries.send(memberId, frame)),
    };
  }

  #chat(): ChatCtx {
    const me = this.#memberId();
    return {
      db: this.#db,
      viewer: { id: me },
      media: r2MediaStore(this.env.MEDIA, this.env.IMAGES),
      now: () => new Date(),
      defer: (work) => this.ctx.waitUntil(work),
      realtime: {
        publish: (memberId, frame) => {
          if (memberId === me) this.#sockets.send(frame);
          else this.#inBackground(this.#deliveries.send(memberId, frame));
        },
      },
    };
  }

  #identify(memberId: string): void {
    if (this.#member === memberId) return;
    this.#member = memberId;
    if (this.ctx.storage.kv.get(MEMBER) !== memberId) this.ctx.storage.kv.put(MEMBER, memberId);
  }

  /** Whose hub this is. An alarm and a frame after hibernation bring no name, so it is stored. */
  #memberId(): string {
    this.#member ??= this.ctx.storage.kv.get<string>(MEMBER);
    if (!this.#member) throw new Error("This hub does not know its member.");
    return this.#member;
  }

  /** Work that nobody waits for; what it sets out to do is written down first. */
  #inBackground(work: Promise<unknown>): void {
    this.ctx.waitUntil(work.catch((error: unknown) => console.error(error)));
  }
}
