import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
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

/** Resolves with the time when a socket has heard so many frames that fit. */
export function heard(
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

/** The workerd processes that this process has started, in that order: their resident memory, and the CPU time they have used. */
function workerds(): { kb: number; cpuMs: number }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, "utf8");
        const isOurs =
          new RegExp(`^PPid:\\s+${process.pid}$`, "m").test(status) && /^Name:\s+workerd/m.test(status);
        if (!isOurs) return [];
        // Fields 14 and 15 of proc(5): user and system time in hundredths of a second; the second field has brackets.
        const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
        const cpuMs = (Number(fields[11]) + Number(fields[12])) * 10;
        return [{ pid: Number(pid), kb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]), cpuMs }];
      } catch {
        return [];
      }
    })
    .sort((a, b) => a.pid - b.pid);
}

/** Resident memory in KB of each, the newest last. */
export const workerdMemory = (): number[] => workerds().map(({ kb }) => kb);

/** CPU time in milliseconds that each has used so far, the newest last. */
export const workerdCpu = (): number[] => workerds().map(({ cpuMs }) => cpuMs);
