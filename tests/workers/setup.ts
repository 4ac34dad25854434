import { applyD1Migrations, env } from "cloudflare:test";
import { afterAll, beforeAll } from "vitest";
import { hubAnswer } from "../../workers/ask-hub";

// On a busy machine the edge would ask the database in place of a hub that takes its time.
hubAnswer.limitMs = 8000;

beforeAll(() => applyD1Migrations(env.DB, env.TEST_MIGRATIONS));

// Sockets that close and work that ends with the file write log lines, which the runner cannot receive any more.
afterAll(() => {
  for (const level of ["log", "warn", "error"] as const) console[level] = () => undefined;
});
