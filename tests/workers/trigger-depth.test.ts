import { applyD1Migrations, env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { allWrites, longestChain, programsOf, statementOf } from "./write-chains";

/** Cloudflare refuses a statement with a chain of more than 10, whatever the rows: "triggers nested too deep". */
const DEEPEST = 6;

const databases = { main: env.DB, chat: env.EMPTY_DB };

beforeAll(() => applyD1Migrations(databases.chat, env.TEST_CHAT_MIGRATIONS));

describe.each(["main", "chat"] as const)("a write of the %s database", (name) => {
  const db = databases[name];

  test(`starts no chain of more than ${DEEPEST} triggers and cascades`, async () => {
    const programs = await programsOf(db);
    const tooDeep = (await allWrites(db))
      .map((write) => ({ ...write, chain: longestChain(programs, write) }))
      .filter(({ chain }) => chain.length > DEEPEST)
      .map(
        ({ kind, table, column = "", chain }) =>
          `${kind} ${table} ${column}: ${chain.length} ${chain.join(" → ")}`,
      );
    expect(tooDeep).toEqual([]);
  });

  test("is accepted by the runtime", async () => {
    const refused: string[] = [];
    for (const write of await allWrites(db)) {
      const statement = statementOf(write);
      await db
        .prepare(statement)
        .run()
        .catch((error: unknown) => refused.push(`${statement}: ${error}`));
    }
    expect(refused).toEqual([]);
  });
});
