import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { runChecks } from "../../scripts/deploy/checks";
import { siteChecks } from "../../scripts/deploy/site-checks";
import { commandOf } from "../../scripts/end-process";
import { dataFolder, markSeeding } from "../../scripts/local-state";
import { runTool } from "../../scripts/run";
import { freePort, type ServerProcess, startServerProcess } from "../../scripts/server-process";

const run = promisify(execFile);
let state: string;
let server: ServerProcess;

/** Windows has no signals that a process could handle. */
const isWindows = process.platform === "win32";
/** The runtime of the first start, which was killed while it created the demo data. */
let left = 0;
/** A file of that start. */
const leftover = () => path.join(dataFolder(state), "d1/leftover");

beforeAll(async () => {
  state = mkdtempSync(path.join(tmpdir(), "afterglow-start-"));
  if (!isWindows) left = await killFirstStart();
  mkdirSync(path.dirname(leftover()), { recursive: true });
  writeFileSync(leftover(), "");
  markSeeding(state);
  // Other tests read the build meanwhile.
  server = await startServerProcess(state, ["--no-build"]);
});
afterAll(() => rmSync(state, { recursive: true, force: true }));

/** Kills a start once its runtime runs. Returns the process id of the runtime, which outlives it. */
async function killFirstStart(ended = 0): Promise<number> {
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/start.ts", "--no-build"], {
    env: { ...process.env, AFTERGLOW_STATE: state, PORT: String(await freePort()) },
    stdio: "ignore",
  });
  const exit = once(child, "exit");
  const runtime = await untilRuntime(ended);
  child.kill("SIGKILL");
  await exit;
  // A start has several runtimes one after another. One that was ending is not left over.
  return commandOf(runtime)?.includes("workerd serve") ? runtime : killFirstStart(runtime);
}

/** @param ended the runtime of a start before, which has ended */
const untilRuntime = (ended = 0) =>
  vi.waitUntil(
    () => {
      const runtime = runtimeOf(state);
      return runtime !== ended && runtime;
    },
    { timeout: 120_000 },
  );

/** Returns the id of the runtime's process in a state folder's lock: the last one, after that of the seeding. */
function runtimeOf(folder: string): number | undefined {
  const lock = path.join(folder, "afterglow.pid");
  if (!existsSync(lock)) return undefined;
  const line = readFileSync(lock, "utf8")
    .split("\n")
    .findLast((one) => one.includes("workerd serve") && one.endsWith("}"));
  return line && JSON.parse(line).pid;
}

/** The cookies of the log-in. */
let cookie = "";

/** Sends a write as a page of the site does. */
const send = (to: string, { headers, ...init }: RequestInit) =>
  fetch(server.url + to, {
    method: "POST",
    headers: { ...headers, Origin: server.url, Cookie: cookie },
    ...init,
  });

test.skipIf(isWindows)("ends the runtime that a killed start has left", () => {
  expect(commandOf(left)).toBe("");
});

test("repeats a first start that was interrupted", async () => {
  expect(existsSync(leftover())).toBe(false);
  const login = await send("/api/auth/login", {
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: "mira.sol@afterglow.example", password: "golden hour" }),
  });
  expect(login.status).toBe(200);
  cookie = login.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
});

test("passes the checks of a deployed site", async () => {
  const results = await runChecks(siteChecks(server.url));
  expect(results.filter(({ ok }) => !ok)).toEqual([]);
  expect(results.map(({ check }) => check)).toContain("security headers of a static file");
});

test.each(["start", "dev", "seed", "reset"])(
  "refuses %s on the data of a running server",
  async (command) => {
    const env = { ...process.env, AFTERGLOW_STATE: state, PORT: String(await freePort()) };
    const { code, stderr } = await run(process.execPath, ["--import", "tsx", `scripts/${command}.ts`], {
      env,
    }).then(
      () => ({ code: 0, stderr: "" }),
      (failed: { code: number; stderr: string }) => failed,
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Process \d+ is already using .*\n$/);
  },
);

test("the operator's command makes a moderator, who switches the AI tools off for everybody, and on again", async () => {
  const command = ["scripts/admin.ts", "promote", "mira.sol", "moderator", "--json"];
  const { stdout } = await runTool("tsx", command, {
    env: { AFTERGLOW_STATE: state, WRANGLER_LOG: "error" },
  });
  expect(JSON.parse(stdout)).toEqual([{ member: "mira.sol", role: "moderator" }]);
  const press = async (action: "off" | "on") => {
    const reply = await send("/moderation/site", {
      body: new URLSearchParams({ intent: "switch", name: "aiUses", action }),
    });
    return (await reply.text()).replace(/<!-- -->|<[^>]*>/g, "");
  };
  const generate = () =>
    send("/api/ai/generate", {
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ prompt: "A lighthouse at sunset" }),
    });
  expect(await press("off")).toMatch(/The AI tools\s*Switched off · [\d,]+ of 5,000 in 24 hours/);
  const refused = await generate();
  expect([refused.status, await refused.json()]).toEqual([
    429,
    {
      message: "The AI tools are switched off at the moment. Please try again later.",
      code: expect.any(String),
    },
  ]);
  expect(await press("on")).toMatch(/The AI tools\s*On · [\d,]+ of 5,000 in 24 hours/);
  expect((await generate()).status).toBe(201);
});

test("keeps the connection after a reply that did not need the request's body", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (method: string, path: string, body = "") =>
    new Promise<[status: number | undefined, isReused: boolean]>((resolve, reject) => {
      const sent = request(server.url + path, { agent, method, headers: { Origin: "https://evil.example" } });
      sent.once("error", reject);
      sent.once("response", (reply) => {
        reply.resume().once("end", () => resolve([reply.statusCode, sent.reusedSocket]));
      });
      sent.end(body);
    });
  expect(await ask("POST", "/api/auth/login", "x".repeat(1_000_000))).toEqual([403, false]);
  expect(await ask("GET", "/healthz")).toEqual([200, true]);
  agent.destroy();
});

test("prints only mails after its banner, and releases its data when it stops", async () => {
  expect(await server.stop()).toBe(0);
  // The alert about the log-in above.
  const [, printed = ""] = server.output().split("Ctrl+C");
  expect(printed.trim().split("✉ To: ")).toEqual([
    "",
    expect.stringMatching(/^mira\.sol@afterglow\.example\n/),
  ]);
  expect(printed).not.toContain("{");
  expect(readdirSync(state).sort()).toEqual(["secrets.json", "v3"]);
});

// A new dev server bundles its dependencies first, which takes half a minute. `npm test -- --all` waits for it.
const isEverywhere = process.env.AFTERGLOW_EVERYWHERE === "1";
test.runIf(isEverywhere)(
  "serves the sources with the nonce that the styles of the dev server need",
  async () => {
    const dev = await startServerProcess(state, [], [process.execPath, "--import", "tsx", "scripts/dev.ts"]);
    const page = await fetch(dev.url);
    const [, nonce] =
      /style-src 'self' 'nonce-([^']+)'/.exec(page.headers.get("Content-Security-Policy") ?? "") ?? [];
    expect(nonce).toBeTruthy();
    expect(await page.text()).toContain(`<meta property="csp-nonce" nonce="${nonce}"/>`);
    await dev.stop();
  },
);

describe.skipIf(isWindows)("npm start", () => {
  test("stops when npm alone receives SIGTERM", async () => {
    const npm = await startServerProcess(state, ["--", "--no-build"], ["npm", "start"]);
    process.kill(npm.pid, "SIGTERM");
    await npm.ended;
    await expect.poll(() => existsSync(path.join(state, "afterglow.pid"))).toBe(false);
    expect(readdirSync(state).sort()).toEqual(["secrets.json", "v3"]);
    await expect(fetch(npm.url)).rejects.toThrow();
  });

  test("exits with an error when its runtime crashes", async () => {
    const crashed = await startServerProcess(state, ["--no-build"]);
    process.kill(await untilRuntime(), "SIGKILL");
    expect(await crashed.ended).toBe(1);
    expect(crashed.output()).toContain("The server has crashed. Start it again with `npm start`");
  });
});
