import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
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

test("stays quiet after its banner, and releases its data when it stops", async () => {
  expect(await server.stop()).toBe(0);
  expect(server.output().split("Ctrl+C")[1]?.trim()).toBe("");
  expect(readdirSync(state).sort()).toEqual(["secrets.json", "v3"]);
});
