import { Miniflare } from "miniflare";

/** The ceiling: a Durable Object with hibernating sockets that echoes every message. One object per path. */
const script = `
import { DurableObject } from "cloudflare:workers";
export class Echo extends DurableObject {
  fetch() {
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    return new Response(null, { status: 101, webSocket: client });
  }
  webSocketMessage(socket, message) { socket.send(message); }
}
export default {
  fetch(request, env) { return env.ECHO.getByName(new URL(request.url).pathname).fetch(request); },
};`;

/** Starts the echo server on a free loopback port. */
export async function startEcho(): Promise<{ url: string; close: () => Promise<void> }> {
  const miniflare = new Miniflare({
    modules: true,
    script,
    cf: false,
    host: "127.0.0.1",
    port: 0,
    compatibilityDate: "2026-04-20",
    durableObjects: { ECHO: { className: "Echo", useSQLite: true } },
  });
  const url = await miniflare.ready;
  return { url: url.origin, close: () => miniflare.dispose() };
}
