import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { openLocalBindings, startLocalServer } from "../scripts/local-server";
import { build } from "../scripts/run";

/**
 * `npm run bench:bots`: what bots reach on this machine with all limits on: sign-ups from one network and from many, uploads at full
 * speed, floods of reads, writes and log-ins, and what is expensive to refuse: forms with huge names, mails, wrong codes, reports and corrupt
 * photos. Bounded in number and time, and addressed to 127.0.0.1 only. Prints a table (docs/security.md#remaining-risks).
 */
const AT_ONCE = 16;
const SIGN_UPS = 1000;
const UPLOADS = 300;
const FLOOD = 2000;
const COSTLY = 100;
/** The longest time of one attack. */
const MAX_MS = 90_000;

interface Call {
  method?: string;
  path: string;
  network: string;
  cookie?: string;
  /** Sent as JSON; a text as a form. */
  body?: unknown;
}

await build();
const state = mkdtempSync(path.join(tmpdir(), "afterglow-bots-"));
await (await openLocalBindings(state)).close();
const server = await startLocalServer({ port: 0, state, vars: { AFTERGLOW_RATE_LIMITS: "on" } });

/** Sends one call as a client of a network, and returns its status, cookies and body. */
function send({ method = "POST", path, network, cookie = "", body }: Call) {
  return new Promise<{ status: number; cookie: string; text: string }>((resolve, reject) => {
    const headers = {
      Origin: server.url,
      "Content-Type": typeof body === "string" ? "application/x-www-form-urlencoded" : "application/json",
      "CF-Connecting-IP": network,
      ...(cookie && { Cookie: cookie }),
    };
    const sending = request(`${server.url}${path}`, { method, headers, agent: false }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on("data", (chunk: Buffer) => chunks.push(chunk));
      const cookies = (reply.headers["set-cookie"] ?? []).map((one) => one.split(";")[0]);
      reply.on("end", () =>
        resolve({
          status: reply.statusCode ?? 0,
          cookie: cookies.join("; "),
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sending.on("error", reject);
    sending.end(body === undefined || typeof body === "string" ? body : JSON.stringify(body));
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

/** Returns a form of nested field names, each of which a parser would make an object of. */
const nestedForm = (n: number) =>
  Array.from({ length: 200 }, (_, field) => `${`a[${n + field}]`.repeat(50)}=x`).join("&");

/** Returns the data URL of a photo that is cut off in the middle, with other bytes after its header. */
function corrupt(url: string, n: number): string {
  const bytes = Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
  for (let at = 20 + (n % 50); at < bytes.length; at += 50) bytes[at] = (n * at) & 255;
  return `data:image/jpeg;base64,${bytes.subarray(0, bytes.length / 2).toString("base64")}`;
}

/** Requests that are expensive to refuse, by a stranger and by the owner of a new account. */
async function attackWithCostlyCalls(cookie: string, photos: string[]): Promise<void> {
  const network = "203.0.113.1";
  await attack("forms with huge names", COSTLY, (n) => ({ path: "/signup", network, body: nestedForm(n) }));
  await attack("forms with a name of 1 MB", COSTLY, () => ({
    path: "/login",
    network,
    body: `${"a".repeat(1_000_000)}=x`,
  }));
  await attack("mails to one address, many networks", COSTLY, (n) => ({
    path: "/api/auth/forgot-password",
    network: `198.52.0.${n}`,
    body: { email: "bot0@example.com" },
  }));
  await attack("mails to many addresses, one network", COSTLY, (n) => ({
    path: "/api/auth/forgot-password",
    network,
    body: { email: `bot${n}@example.com` },
  }));
  await attack("wrong codes for an email address", COSTLY, (n) => ({
    path: "/api/account/email/code",
    network,
    cookie,
    body: { code: String(n).padStart(6, "0") },
  }));
  await attack("wrong codes of a log-in", COSTLY, (n) => ({
    path: "/api/auth/login/code",
    network,
    body: { code: String(n).padStart(6, "0") },
  }));
  const { text } = await send(signUp("203.0.113.3"));
  const userId = /"id":"([^"]+)"/.exec(text)?.[1];
  await attack("reports by one member", COSTLY, (n) => ({
    path: "/api/reports",
    network,
    cookie,
    body: { userId, reason: "spam", details: `report ${n}` },
  }));
  await attack("corrupt photos", COSTLY, (n) => ({
    path: "/api/posts",
    network,
    cookie,
    body: { mediaUrl: corrupt(photos[n] ?? "", n) },
  }));
}

try {
  const photos = await Promise.all(Array.from({ length: UPLOADS }, (_, n) => photo(n)));
  const { cookie } = await send(signUp("203.0.113.1"));
  console.log("| attack | calls | replies |\n| --- | --- | --- |");
  await attackWithCostlyCalls(cookie, photos);
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
