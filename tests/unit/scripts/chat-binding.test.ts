import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { databaseIdIn, nextChatNumber, withChatBinding } from "../../../scripts/deploy/chat-binding";
import { missingSettings } from "../../../scripts/deploy/config";
import { projectRoot } from "../../../scripts/local-state";

const ID = "11111111-2222-4333-8444-555555555555";
const toml = readFileSync(path.join(projectRoot, "wrangler.toml"), "utf8");

test.each([
  ["", "afterglow-chat-1"],
  ["staging", "afterglow-staging-chat-1"],
])("adds one chat database after another to the environment '%s' only", (environment, name) => {
  const other = environment ? "" : "staging";
  const once = withChatBinding(toml, nextChatNumber(toml, environment), ID, environment);
  expect(once).toContain(`binding = "CHAT_DB_1"\ndatabase_name = "${name}"`);
  expect(once).toContain('migrations_dir = "chat-migrations"');
  expect([nextChatNumber(once, environment), nextChatNumber(once, other)]).toEqual([2, 1]);
  let full = toml;
  for (let number = 1; number < 100; number++) full = withChatBinding(full, number, ID, environment);
  expect(() => nextChatNumber(full, environment)).toThrow("at most 100");
});

test.each([
  `[[d1_databases]]\nbinding = "DB"\ndatabase_name = "x"\ndatabase_id = "${ID}"`,
  `{ "d1_databases": [ { "binding": "DB", "database_id": "${ID}" } ] }`,
])("reads the id of a created database", (output) => {
  expect(databaseIdIn(output)).toBe(ID);
});

test("finds no id in the output of a failed command", () => {
  expect(databaseIdIn("Not logged in.")).toBeNull();
});

test("a deployment rejects chat databases with gaps, without migrations or with a database of another binding", () => {
  const database = (binding: string, database_id: string, migrations_dir = "chat-migrations") => ({
    binding,
    database_id,
    migrations_dir,
  });
  const settings = {
    d1_databases: [
      database("DB", ID, "migrations"),
      database("CHAT_DB_1", ID),
      database("CHAT_DB_3", "another", "migrations"),
    ],
    routes: [{ pattern: "photos.example.com", custom_domain: true }],
    workers_dev: false,
    vars: {
      AFTERGLOW_SITE: "https://photos.example.com",
      AFTERGLOW_OPERATOR: "Ada Lovelace, 12 Dorset Street, London",
      AFTERGLOW_CONTACT: "hello@photos.example.com",
    },
    ai: { binding: "AI" },
    services: [],
  };
  const missing = missingSettings(settings);
  expect(missing).toHaveLength(3);
  expect(missing[0]).toContain("lacks the binding CHAT_DB_2");
  expect(missing[1]).toContain('migrations_dir = "chat-migrations"');
  expect(missing[2]).toContain("CHAT_DB_1 has no database of its own");
});
