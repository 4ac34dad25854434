import { applyD1Migrations, env } from "cloudflare:test";
import { afterAll, beforeAll } from "vitest";

beforeAll(() => applyD1Migrations(env.DB, env.TEST_MIGRATIONS));

// Sockets that close and work that ends with the file write log lines, which the runner cannot receive any more.
afterAll(() => {
  for (const level of ["log", "warn", "error"] as const) console[level] = () => undefined;
});
