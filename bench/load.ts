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

/**
 * Sends one request and reads the whole reply.
 * @param connections false for a new connection, which an idle server cannot have closed
 * @throws on a status that is no success
 */
export function shoot(
  origin: string,
  { method = "GET", path, cookie, body }: Shot,
  connections: Agent | false = agent,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(cookie ? { Cookie: cookie } : {}),
      ...(method === "GET" ? {} : { Origin: origin, "Content-Type": "application/json" }),
    };
    const sending = request(`${origin}${path}`, { method, agent: connections, headers }, (reply) => {
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

/** The load on a server: the total number of requests, and `width` of them in flight at once. */
export interface Target {
  origin: string;
  shot: (n: number) => Shot;
  count: number;
  width: number;
}

/** Number of interleaved rounds. */
const TURNS = 10;

/** Loads one target until all requests have completed, after an uncounted warm-up of a tenth. */
export async function measure(
  origin: string,
  shot: (n: number) => Shot,
  load: { count: number; width: number },
): Promise<Measured> {
  const [measured] = await measureInTurns([{ ...load, origin, shot }], 1);
  if (!measured) throw new Error("Nothing was measured.");
  return measured;
}

/** Loads several targets in interleaved rounds, so that other load on the machine affects all of them. */
export async function measureInTurns(targets: Target[], turns: number = TURNS): Promise<Measured[]> {
  const runs = targets.map((target) => ({ ...target, sent: 0, ms: 0, times: [] as number[] }));
  const take = async (run: (typeof runs)[number], count: number) => {
    const from = run.sent;
    run.sent += count;
    const times = await drive(run.origin, (n) => run.shot(from + n), count, run.width);
    // A keep-alive connection would be closed by the server before the target's next round.
    agent.destroy();
    return times;
  };
  for (const run of runs) await take(run, Math.ceil(run.count / 10));
  for (let turn = 0; turn < turns; turn++) {
    for (const run of runs) {
      const started = performance.now();
      run.times.push(...(await take(run, Math.ceil(run.count / turns))));
      run.ms += performance.now() - started;
    }
  }
  return runs.map(({ times, ms }) => {
    times.sort((a, b) => a - b);
    const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
    return { p50: at(0.5), p95: at(0.95), p99: at(0.99), rps: (times.length * 1000) / ms };
  });
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
