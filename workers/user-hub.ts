import { DurableObject } from "cloudflare:workers";
import type { ServerFrame } from "~/contract/channel";
import { FRAME_MAX_BYTES } from "~/contract/limits";

/** Set by workers/socket.ts: which session a socket belongs to. */
export const SESSION_HEADER = "X-Afterglow-Session";

/** The close code of a socket whose session was ended; the private range of RFC 6455. */
export const SESSION_ENDED = 4001;

/**
 * One member's end of the channel (contract.md "The channel"). The edge has checked session and origin before a request
 * gets here. Sockets hibernate; pings are answered without waking the object.
 */
export class UserHub extends DurableObject<Env> {
  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  override fetch(request: Request): Response {
    const { 0: client, 1: server } = new WebSocketPair();
    // Tagged with its session, so that ending the session finds it.
    this.ctx.acceptWebSocket(server, [request.headers.get(SESSION_HEADER) ?? ""]);
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Closes what ended sessions of this member still have open. */
  endSessions(sessionIds: string[]): void {
    for (const socket of sessionIds.flatMap((id) => this.ctx.getWebSockets(id))) {
      socket.close(SESSION_ENDED, "This session has ended.");
    }
  }

  /** Sends a frame to every open tab of this member. */
  deliver(frame: ServerFrame): void {
    const text = JSON.stringify(frame);
    for (const socket of this.ctx.getWebSockets()) socket.send(text);
  }

  /** The channel's events come with the member's hub; until then every frame is one the server does not know. */
  override webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): void {
    const size = typeof frame === "string" ? frame.length : frame.byteLength;
    const message = size > FRAME_MAX_BYTES ? "This frame is too large." : "This frame is not known.";
    socket.send(JSON.stringify({ type: "error", payload: { message } }));
  }

  override webSocketClose(socket: WebSocket, code: number, reason: string): void {
    // 1005 and 1006 are reserved for "no code came" and may not be sent.
    socket.close(code === 1005 || code === 1006 ? 1000 : code, reason);
  }
}
