import { once } from "node:events";
import { WebSocket } from "ws";

/** Resolves to an open socket that echoes the numbers of `ping` frames, as a browser does (docs/product.md#channel). */
export async function openSocket(url: string, headers: Record<string, string> = {}): Promise<WebSocket> {
  const socket = new WebSocket(url.replace(/^http/, "ws"), { headers, perMessageDeflate: false });
  socket.on("message", (data) => {
    const number = /^\{"type":"ping","payload":\{"number":(\d+)\}\}$/.exec(String(data))?.[1];
    if (number) socket.send(`{"type":"echo","payload":{"number":${number}}}`);
  });
  await once(socket, "open");
  return socket;
}

/** Runs `run` for every item, `width` at a time. @returns the results in the order of the items */
export async function inParallel<T, R>(
  items: T[],
  width: number,
  run: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = [...items.entries()];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results[next[0]] = await run(next[1]);
  };
  await Promise.all(Array.from({ length: width }, work));
  return results;
}

/** Resolves to the time (`performance.now()`) at which the socket has received `count` matching frames. */
export function framesReceived(
  socket: WebSocket,
  count: number,
  fits: (text: string) => boolean = () => true,
): Promise<number> {
  return new Promise((resolve) => {
    let left = count;
    const onMessage = (data: unknown) => {
      if (!fits(String(data))) return;
      left -= 1;
      if (left > 0) return;
      socket.off("message", onMessage);
      resolve(performance.now());
    };
    socket.on("message", onMessage);
  });
}

/** Returns the value below which the share `part` (0 to 1) of the values lies. */
export function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** Measures `count` round trips, one after the other. @returns their times in milliseconds */
export async function roundTrips(
  count: number,
  send: () => void,
  answer: () => Promise<number>,
): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < count; at++) {
    const started = performance.now();
    const arrived = answer();
    send();
    times.push((await arrived) - started);
  }
  return times;
}
