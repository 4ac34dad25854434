import { Agent, request } from "node:http";

export interface Shot {
  method?: string;
  path: string;
  cookie?: string;
  body?: unknown;
}

export interface Measured {
  /** Milliseconds. */
  p50: number;
  p95: number;
  p99: number;
  /** Requests a second. */
  rps: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends one request and reads the whole reply. @throws on a status that is no success */
export function shoot(origin: string, { method = "GET", path, cookie, body }: Shot): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(cookie ? { Cookie: cookie } : {}),
      ...(method === "GET" ? {} : { Origin: origin, "Content-Type": "application/json" }),
    };
    const sending = request(`${origin}${path}`, { method, agent, headers }, (reply) => {
      const parts: Buffer[] = [];
      reply.on("data", (part: Buffer) => parts.push(part));
      reply.on("end", () => {
        const text = Buffer.concat(parts).toString();
        if ((reply.statusCode ?? 500) < 300) resolve(text);
        else reject(new Error(`${method} ${path} answered ${reply.statusCode}: ${text}`));
      });
    });
    sending.on("error", reject);
    sending.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Keeps `width` requests under way until `count` are answered, after a warm-up of a tenth that is not counted. */
export async function measure(
  origin: string,
  shot: (n: number) => Shot,
  { count, width }: { count: number; width: number },
): Promise<Measured> {
  const warmUp = Math.ceil(count / 10);
  await drive(origin, shot, warmUp, width);
  const started = performance.now();
  const times = await drive(origin, (n) => shot(n + warmUp), count, width);
  const seconds = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), rps: count / seconds };
}

async function drive(
  origin: string,
  shot: (n: number) => Shot,
  count: number,
  width: number,
): Promise<number[]> {
  const times: number[] = [];
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const n = next++;
      const started = performance.now();
      await shoot(origin, shot(n));
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  return times;
}
