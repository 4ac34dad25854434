import { type D1Migration, env, reset } from "cloudflare:test";
import { afterAll, beforeAll, vi } from "vitest";
import { hashCost } from "~/domain/accounts/password";
import { renewedToken } from "~/domain/accounts/renew-session";
import { hubAnswer } from "../../workers/ask-hub";
import { siteReads } from "../../workers/cached-site";
import { chatBindings } from "../../workers/chat-bindings";
import { strictBindings } from "../factories/strict-d1";
import { rememberedImages } from "./remembered-images";
import { rememberMain } from "./remembered-main";
import { keepPrototypesShallow } from "./shallow-prototypes";

const LEVELS = ["log", "warn", "error"] as const;
const shared = globalThis as typeof globalThis & { consoleOfTests?: Pick<Console, (typeof LEVELS)[number]> };

/** Set once: the files share a Worker with its bindings and its modules. */
if (!shared.consoleOfTests) {
  const { log, warn, error } = console;
  shared.consoleOfTests = { log, warn, error };
  keepPrototypesShallow();
  rememberMain();
  // On a busy machine the edge would ask the database in place of a hub that takes its time.
  hubAnswer.limitMs = 8000;
  hubAnswer.aloneMs = 8000;
  // A test's browser has a reply's cookies when the work after the reply begins.
  renewedToken.arrivesMs = 0;
  Object.assign(hashCost, { N: 2, p: 1 });
  env.IMAGES = rememberedImages(env.IMAGES);
  Object.assign(env, strictBindings(env));
}
// Before each file is evaluated: it may spy on the console then, and read the settings of the site.
Object.assign(console, shared.consoleOfTests);
siteReads.areOff = true;

beforeAll(async () => {
  await migrate(env.DB, env.TEST_MIGRATIONS);
  for (const chat of chatBindings(env)) await migrate(chat, env.TEST_CHAT_MIGRATIONS);
});

/** Applies all migrations as one transaction: with one for each, every file would take a third of a second longer. */
const migrate = (d1: D1Database, migrations: D1Migration[]) =>
  d1.batch(migrations.flatMap(({ queries }) => queries.map((query) => d1.prepare(query))));

// Sockets that close and work that ends with the file write log lines, which the runner cannot receive any more.
afterAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const level of LEVELS) console[level] = () => undefined;
  // `reset` leaves a database as it is while work after a reply still uses it.
  do await reset();
  while (await hasTables());
});

const hasTables = async () => (await env.DB.prepare("SELECT 1 FROM sqlite_master LIMIT 1").first()) !== null;
