import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A connection to the server that can be interrupted, as no driver can do so in each engine. */
export interface Connection {
  url: string;
  /** Offline, it closes all connections and every new one. */
  setOnline(isOnline: boolean): void;
  close(): Promise<void>;
}

/** Starts a TCP proxy to a port of this machine. */
export async function openConnection(port: number): Promise<Connection> {
  const sockets = new Set<Socket>();
  let isOnline = true;
  const join = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    // A connection may be reset at any time.
    socket.on("error", () => other.destroy());
    socket.on("close", () => {
      sockets.delete(socket);
      other.destroy();
    });
    socket.pipe(other);
  };
  const disconnect = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    if (!isOnline) {
      client.destroy();
      return;
    }
    const upstream = connect(port, "localhost");
    join(client, upstream);
    join(upstream, client);
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  // A TCP server's address is not a string.
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${own}`,
    setOnline(next) {
      isOnline = next;
      if (!isOnline) disconnect();
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      disconnect();
      await closed;
    },
  };
}
