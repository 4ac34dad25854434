import { execFile } from "node:child_process";
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
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runChecks } from "../../scripts/deploy/checks";
import { siteChecks } from "../../scripts/deploy/site-checks";
import { commandOf } from "../../scripts/end-process";
import { dataFolder, markSeeding } from "../../scripts/local-state";
import { freePort, type ServerProcess, startServerProcess } from "../../scripts/server-process";

const run = promisify(execFile);
let state: string;
let server: ServerProcess;

/** The file that an interrupted first start has left. */
const leftover = () => path.join(dataFolder(state), "d1/leftover");

beforeAll(async () => {
  state = mkdtempSync(path.join(tmpdir(), "afterglow-start-"));
  mkdirSync(path.dirname(leftover()), { recursive: true });
  writeFileSync(leftover(), "");
  markSeeding(state);
  // Other tests read the build meanwhile.
  server = await startServerProcess(state, ["--no-build"]);
});
afterAll(() => rmSync(state, { recursive: true, force: true }));

test("repeats a first start that was interrupted", async () => {
  expect(existsSync(leftover())).toBe(false);
  const login = await fetch(`${server.url}/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: server.url },
    body: JSON.stringify({ email: "mira.sol@afterglow.example", password: "golden hour" }),
  });
  expect(login.status).toBe(200);
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

test("keeps the connection after a reply that did not need the request's body", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (method: string, path: string, body = "") =>
    new Promise<[status: number | undefined, isReused: boolean]>((resolve, reject) => {
      const sent = request(server.url + path, { agent, method, headers: { Origin: "https://evil.example" } });
      sent.once("error", reject);
      sent.once("response", (reply) => {
        reply.resume().once("end", () => resolve([reply.statusCode, sent.reusedSocket]));
      });
      sent.end(body);
    });
  expect(await send("POST", "/api/auth/login", "x".repeat(1_000_000))).toEqual([403, false]);
  expect(await send("GET", "/healthz")).toEqual([200, true]);
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

test("serves the sources with the nonce that the styles of the dev server need", async () => {
  const dev = await startServerProcess(state, [], [process.execPath, "--import", "tsx", "scripts/dev.ts"]);
  const page = await fetch(dev.url);
  const [, nonce] =
    /style-src 'self' 'nonce-([^']+)'/.exec(page.headers.get("Content-Security-Policy") ?? "") ?? [];
  expect(nonce).toBeTruthy();
  expect(await page.text()).toContain(`<meta property="csp-nonce" nonce="${nonce}"/>`);
  await dev.stop();
});

/** Returns the process id of the runtime in the lock of a state folder: the one that was started last, after that of the seeding. */
function runtimeOf(folder: string): number {
  const lines = readFileSync(path.join(folder, "afterglow.pid"), "utf8").split("\n");
  return JSON.parse(lines.findLast((line) => line.includes("workerd serve")) ?? "{}").pid;
}

// Windows has no signals that a process could handle.
describe.skipIf(process.platform === "win32")("npm start", () => {
  test("stops when npm alone receives SIGTERM", async () => {
    const npm = await startServerProcess(state, ["--", "--no-build"], ["npm", "start"]);
    process.kill(npm.pid, "SIGTERM");
    await npm.ended;
    await expect.poll(() => existsSync(path.join(state, "afterglow.pid"))).toBe(false);
    expect(readdirSync(state).sort()).toEqual(["secrets.json", "v3"]);
    await expect(fetch(npm.url)).rejects.toThrow();
  });

  test("ends the runtime that a killed one has left, and exits with an error when its own crashes", async () => {
    const killed = await startServerProcess(state, ["--no-build"]);
    process.kill(killed.pid, "SIGKILL");
    await killed.ended;
    const left = runtimeOf(state);
    const crashed = await startServerProcess(state, ["--no-build"]);
    expect(commandOf(left)).toBe("");
    process.kill(runtimeOf(state), "SIGKILL");
    expect(await crashed.ended).toBe(1);
    expect(crashed.output()).toContain("The server has crashed. Start it again with `npm start`");
  });
});
