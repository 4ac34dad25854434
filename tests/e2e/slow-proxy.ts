import { createServer, request as send } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";

/** Returns the part of the longest delay that a reply waits: scripts most, so that pages show long before hydration. */
function delayShare(url: string): number {
  if (url.includes(".js")) return 0.4 + Math.random() * 0.6;
  return Math.random() * (url.startsWith("/api/") || url.includes(".data") ? 0.5 : 0.2);
}

/**
 * Forwards requests and sockets to another port of this machine, and delays each by a random time. Replies arrive out
 * of order, and scripts are not cached. Tests that pass with it depend on neither.
 * @param delayMs the longest delay of a script; other requests wait for half of it at most
 */
export function startSlowProxy(port: number, target: number, delayMs: number): void {
  const delayed = (url: string, run: () => void) => setTimeout(run, delayMs * delayShare(url));

  // Never closes an idle connection: a request that arrives at that moment would fail.
  const proxy = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    const { url = "/", method, headers } = incoming;
    const onward = send({ host: "127.0.0.1", port: target, agent: false, method, path: url, headers });
    onward.on("response", (reply) => {
      delayed(url, () => {
        if (url.includes(".js")) reply.headers["cache-control"] = "no-cache";
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
      });
      reply.on("error", () => outgoing.destroy());
    });
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
    incoming.pipe(onward);
  });

  proxy.on("upgrade", ({ method, url = "/", rawHeaders }, socket: Duplex, head: Buffer) => {
    delayed(url, () => {
      const onward = connect(target, "127.0.0.1");
      onward.write(`${method} ${url} HTTP/1.1\r\n`);
      for (let at = 0; at < rawHeaders.length; at += 2)
        onward.write(`${rawHeaders[at]}: ${rawHeaders[at + 1]}\r\n`);
      onward.write("\r\n");
      onward.write(head);
      onward.pipe(socket).pipe(onward);
      for (const [end, other] of [
        [onward, socket],
        [socket, onward],
      ] as const)
        end.on("error", () => other.destroy()).on("close", () => other.destroy());
    });
  });
  proxy.listen(port);
}
