import { execFile } from "node:child_process";
import { createServer, type Server } from "node:net";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { CommandError } from "../../../scripts/command";
import { readPort } from "../../../scripts/port";

const run = promisify(execFile);
let taken: Server;
let port: number;

beforeAll(async () => {
  taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const address = taken.address();
  port = typeof address === "object" && address ? address.port : 0;
});
afterEach(() => void vi.unstubAllEnvs());
afterAll(() => void taken.close());

function start(PORT: string) {
  const command = ["--import", "tsx", "scripts/start.ts"];
  return run(process.execPath, command, { env: { ...process.env, PORT } }).then(
    () => ({ code: 0, stderr: "" }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  );
}

test("reports a port in use in one line", async () => {
  const { code, stderr } = await start(String(port));
  expect(code).toBe(1);
  expect(stderr.trim()).toBe(
    `Port ${port} is in use. Stop the process that listens there, or choose another port: PORT=${port + 1} npm start`,
  );
});

test.each(["sunset", "0", "65536", "80.5"])("refuses %s as a port in one line", async (invalid) => {
  vi.stubEnv("PORT", invalid);
  await expect(readPort("npm start")).rejects.toThrow(
    new CommandError(`PORT must be a number from 1 to 65535, not "${invalid}".`),
  );
});
