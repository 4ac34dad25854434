import { once } from "node:events";
import { WebSocket } from "ws";

/** Opens a socket and waits until it is open. */
export async function openSocket(url: string, headers: Record<string, string> = {}): Promise<WebSocket> {
  const socket = new WebSocket(url.replace(/^http/, "ws"), { headers, perMessageDeflate: false });
  await once(socket, "open");
  return socket;
}

/** Runs so many at a time. */
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
    const listen = (data: unknown) => {
      if (!fits(String(data))) return;
      left -= 1;
      if (left > 0) return;
      socket.off("message", listen);
      resolve(performance.now());
    };
    socket.on("message", listen);
  });
}

export function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** One after the other: the round trips of so many frames, in milliseconds. */
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
