import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { missingSecrets, missingSettings, unsafeSettings } from "../../../scripts/deploy/config";
import { deploySite } from "../../../scripts/deploy/deploy-site";
import { isContract } from "../../../scripts/deploy/migration-names";
import { importOf, migrationsOf } from "../../../scripts/deploy/migrations";
import { productionConfig } from "../../../scripts/local-state";

const database = { binding: "DB", database_id: "7d1c3f2e-0000-4000-8000-000000000001" };
const vars = {
  AFTERGLOW_ENV: "production",
  AFTERGLOW_SITE: "https://photos.example.com",
  AFTERGLOW_OPERATOR: "Ada Lovelace, 12 Dorset Street, London",
  AFTERGLOW_CONTACT: "hello@photos.example.com",
};
const complete = {
  d1_databases: [database],
  routes: [{ pattern: "photos.example.com", custom_domain: true }],
  workers_dev: false,
  vars,
  ai: { binding: "AI" },
  services: [],
};

describe("the production configuration", () => {
  test("is accepted when it is complete", () => {
    expect([...missingSettings(complete), ...unsafeSettings(complete)]).toEqual([]);
  });

  test.each([
    ["no database", { d1_databases: [] }, "wrangler d1 create"],
    [
      "the placeholder database",
      { d1_databases: [{ ...database, database_id: "00000000-0000-0000-0000-000000000000" }] },
      "wrangler d1 create",
    ],
    ["no domain", { routes: undefined }, "custom_domain = true"],
    ["no address of the site", { vars: { ...vars, AFTERGLOW_SITE: "" } }, "AFTERGLOW_SITE ="],
    ["no operator", { vars: { ...vars, AFTERGLOW_OPERATOR: "" } }, "AFTERGLOW_OPERATOR"],
    ["no contact", { vars: { ...vars, AFTERGLOW_CONTACT: "" } }, "AFTERGLOW_CONTACT"],
    ["a contact that is no address", { vars: { ...vars, AFTERGLOW_CONTACT: "Ada" } }, "AFTERGLOW_CONTACT"],
    [
      "a path in the address",
      { vars: { ...vars, AFTERGLOW_SITE: "https://example.com/" } },
      "AFTERGLOW_SITE =",
    ],
    [
      "an address without TLS",
      { vars: { ...vars, AFTERGLOW_SITE: "http://example.com" } },
      "AFTERGLOW_SITE =",
    ],
  ])("is rejected with %s", (_name, part, words) => {
    expect(missingSettings({ ...complete, ...part })).toEqual([expect.stringContaining(words)]);
  });

  test.each([
    ["a local environment", { vars: { ...vars, AFTERGLOW_ENV: "local" } }, "AFTERGLOW_ENV"],
    ["disabled rate limits", { vars: { ...vars, AFTERGLOW_RATE_LIMITS: "off" } }, "RATE_LIMITS"],
    [
      "a key as a plain variable",
      { vars: { ...vars, MAIL_API_KEY: "x" } },
      "wrangler secret put MAIL_API_KEY",
    ],
    ["the embedded engine", { services: [{ binding: "AI", service: "afterglow-engine" }] }, "local build"],
  ])("is rejected with %s", (_name, part, words) => {
    expect(unsafeSettings({ ...complete, ...part })).toEqual([expect.stringContaining(words)]);
  });
});

test.each([
  ["", ["wrangler.toml has no database: run `npx wrangler d1 create afterglow`", "has no address"]],
  ["staging", ["run `npx wrangler d1 create afterglow-staging`"]],
  ["stagin", ["wrangler.toml has no environment stagin. It has staging."]],
])(
  "a fresh clone is rejected in the environment %j, with what it lacks, and not built",
  async (environment, problems) => {
    const build = vi.fn();
    const options = { folder: "build/never", isDryRun: false, keepsOld: false, build };
    const deployment = deploySite({ config: productionConfig, environment, ...options });
    for (const problem of problems) await expect(deployment).rejects.toThrow(problem);
    await expect(deployment).rejects.toThrow("Stopped at: configuration.");
    expect(build).not.toHaveBeenCalled();
  },
);

test("requires the media key, and all mail secrets or none", () => {
  expect(missingSecrets(["MEDIA_PASS_KEY"])).toEqual([]);
  expect(missingSecrets(["MEDIA_PASS_KEY", "MAIL_API_URL", "MAIL_API_KEY", "MAIL_FROM"])).toEqual([]);
  expect(missingSecrets([])).toEqual([expect.stringContaining("MEDIA_PASS_KEY")]);
  expect(missingSecrets(["MEDIA_PASS_KEY", "MAIL_FROM"])).toEqual([
    expect.stringContaining("MAIL_API_URL"),
    expect.stringContaining("MAIL_API_KEY"),
  ]);
  expect(missingSecrets(["MEDIA_PASS_KEY", "MAIL_FROM"], "", true)).toEqual([]);
  expect(missingSecrets(["MEDIA_PASS_KEY"], "", true)).toEqual([expect.stringContaining("MAIL_FROM")]);
  expect(missingSecrets(["MEDIA_PASS_KEY", "CACHE_ZONE_ID"])).toEqual([
    expect.stringContaining("CACHE_PURGE_TOKEN"),
  ]);
});

describe("migrations", () => {
  let folder: string;
  const names = [
    "0001_keys.sql",
    "0000_members.sql",
    "0002_contract_likes.sql",
    "0003_contract.sql",
    "notes.txt",
  ];

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "afterglow-migrations-"));
    for (const name of names) writeFileSync(path.join(folder, name), `-- ${name}`);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test("are applied after the code if their name after the number begins with contract, else before it", () => {
    expect(migrationsOf(folder, "expand")).toEqual(["0000_members.sql", "0001_keys.sql"]);
    expect(migrationsOf(folder, "contract")).toEqual(["0002_contract_likes.sql", "0003_contract.sql"]);
    expect(isContract("0004_likes_contract.sql")).toBe(false);
  });

  test("are each followed by their row in wrangler's table", () => {
    expect(importOf(folder, ["0000_members.sql", "0001_keys.sql"]).split(/\n+/)).toEqual([
      "-- 0000_members.sql",
      "INSERT INTO d1_migrations (name) VALUES ('0000_members.sql');",
      "-- 0001_keys.sql",
      "INSERT INTO d1_migrations (name) VALUES ('0001_keys.sql');",
      "",
    ]);
  });
});
