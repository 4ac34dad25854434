import { execFile } from "node:child_process";
import { createServer, type Server } from "node:net";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const run = promisify(execFile);
let taken: Server;
let port: number;

beforeAll(async () => {
  taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const address = taken.address();
  port = typeof address === "object" && address ? address.port : 0;
});
afterAll(() => void taken.close());

function start(PORT: string) {
  return run("node_modules/.bin/tsx", ["scripts/start.ts"], { env: { ...process.env, PORT } }).then(
    () => ({ code: 0, stderr: "" }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  );
}

test("a port in use is one clear line", { timeout: 30_000 }, async () => {
  const { code, stderr } = await start(String(port));
  expect(code).toBe(1);
  expect(stderr.trim()).toBe(
    `Port ${port} is in use. Stop what listens there, or choose another: PORT=${port + 1} npm start`,
  );
});

test("a port that is none is one clear line", { timeout: 30_000 }, async () => {
  const { code, stderr } = await start("sunset");
  expect(code).toBe(1);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});
