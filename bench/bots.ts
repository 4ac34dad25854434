import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { openLocalBindings, startLocalServer } from "../scripts/local-server";
import { build } from "../scripts/run";

/**
 * `npm run bench:bots`: what bots reach on this machine with all limits on: sign-ups from one network and from many, uploads at full
 * speed, and floods of reads, writes and log-ins. Bounded in number and time, and addressed to 127.0.0.1 only. Prints the table of
 * docs/security.md#bots.
 */
const AT_ONCE = 16;
const SIGN_UPS = 1000;
const UPLOADS = 300;
const FLOOD = 2000;
/** The longest time of one attack. */
const MAX_MS = 90_000;

interface Call {
  method?: string;
  path: string;
  network: string;
  cookie?: string;
  body?: unknown;
}

await build();
const state = mkdtempSync(path.join(tmpdir(), "afterglow-bots-"));
await (await openLocalBindings(state)).close();
const server = await startLocalServer({ port: 0, state, vars: { AFTERGLOW_RATE_LIMITS: "on" } });

/** Sends one call as a client of a network, and returns its status and cookies. */
function send({ method = "POST", path, network, cookie = "", body }: Call) {
  return new Promise<{ status: number; cookie: string }>((resolve, reject) => {
    const headers = {
      Origin: server.url,
      "Content-Type": "application/json",
      "CF-Connecting-IP": network,
      ...(cookie && { Cookie: cookie }),
    };
    const sending = request(`${server.url}${path}`, { method, headers, agent: false }, (reply) => {
      reply.resume();
      const cookies = (reply.headers["set-cookie"] ?? []).map((one) => one.split(";")[0]);
      reply.on("end", () => resolve({ status: reply.statusCode ?? 0, cookie: cookies.join("; ") }));
    });
    sending.on("error", reject);
    sending.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Sends calls, some at once, until all are sent or the time is over, and prints how many had which status. */
async function attack(name: string, count: number, callOf: (n: number) => Call): Promise<void> {
  const statuses = new Map<number, number>();
  const started = performance.now();
  let sent = 0;
  const bot = async () => {
    while (sent < count && performance.now() - started < MAX_MS) {
      const { status } = await send(callOf(sent++));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, bot));
  const seconds = (performance.now() - started) / 1000;
  const replies = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${n} × ${status}`);
  console.log(`| ${name} | ${sent} in ${seconds.toFixed(0)} s | ${replies.join(", ")} |`);
}

let newcomers = 0;
const signUp = (network: string): Call => ({
  path: "/api/auth/signup",
  network,
  body: { fullName: "Bot", email: `bot${newcomers++}@example.com`, password: "harbour at dusk 7" },
});

/** Returns the data URL of a photo that nobody has uploaded. */
async function photo(n: number): Promise<string> {
  const background = { r: n % 256, g: (n >> 8) % 256, b: 90 };
  const bytes = await sharp({ create: { width: 320, height: 320, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return `data:image/jpeg;base64,${bytes.toString("base64")}`;
}

try {
  const photos = await Promise.all(Array.from({ length: UPLOADS }, (_, n) => photo(n)));
  const { cookie } = await send(signUp("203.0.113.1"));
  console.log("| attack | calls | replies |\n| --- | --- | --- |");
  await attack("uploads by a new account", UPLOADS, (n) => ({
    path: "/api/posts",
    network: "203.0.113.1",
    cookie,
    body: { mediaUrl: photos[n] },
  }));
  await attack("reads by a member", FLOOD, () => ({
    method: "GET",
    path: "/api/feed",
    network: "203.0.113.1",
    cookie,
  }));
  await attack("writes by a member", FLOOD, () => ({
    path: "/api/notifications/read/all",
    network: "203.0.113.1",
    cookie,
  }));
  await attack("log-ins at one account, many networks", 300, (n) => ({
    path: "/api/auth/login",
    network: `198.51.${n >> 8}.${n & 255}`,
    body: { email: "bot0@example.com", password: `guess ${n}` },
  }));
  await attack("sign-ups from one network", SIGN_UPS, () => signUp("203.0.113.2"));
  await attack("sign-ups from a network each", SIGN_UPS, (n) => signUp(`10.${n >> 8}.${n & 255}.1`));
} finally {
  await server.close();
  rmSync(state, { recursive: true, force: true });
}
