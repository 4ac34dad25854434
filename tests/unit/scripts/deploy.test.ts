import { describe, expect, test } from "vitest";
import { missingIn, missingSecrets, unsafeIn } from "../../../scripts/deploy/config";

const database = { binding: "DB", database_id: "7d1c3f2e-0000-4000-8000-000000000001" };
const good = {
  d1_databases: [database],
  routes: [{ pattern: "photos.example.com", custom_domain: true }],
  workers_dev: false,
  vars: { AFTERGLOW_ENV: "production" },
  ai: { binding: "AI" },
  services: [],
};

describe("a configuration", () => {
  test("that is whole has nothing against it", () => {
    expect([...missingIn(good), ...unsafeIn(good)]).toEqual([]);
  });

  test.each([
    ["no database", { d1_databases: [] }, "wrangler d1 create"],
    [
      "the clone's database",
      { d1_databases: [{ ...database, database_id: "00000000-0000-0000-0000-000000000000" }] },
      "wrangler d1 create",
    ],
    ["no address", { routes: undefined }, "custom_domain = true"],
  ])("with %s cannot be deployed", (_name, part, words) => {
    expect(missingIn({ ...good, ...part })).toEqual([expect.stringContaining(words)]);
  });

  test.each([
    ["a laptop's setting", { vars: { AFTERGLOW_ENV: "local" } }, "AFTERGLOW_ENV"],
    ["limits switched off", { vars: { ...good.vars, AFTERGLOW_RATE_LIMITS: "off" } }, "RATE_LIMITS"],
    ["a key in the open", { vars: { ...good.vars, MAIL_API_KEY: "x" } }, "wrangler secret put MAIL_API_KEY"],
    ["the embedded engine", { services: [{ binding: "AI", service: "afterglow-engine" }] }, "laptop"],
  ])("with %s is not safe", (_name, part, words) => {
    expect(unsafeIn({ ...good, ...part })).toEqual([expect.stringContaining(words)]);
  });
});

test("secrets: the key is needed, and mail wholly or not at all", () => {
  expect(missingSecrets(["MEDIA_PASS_KEY"])).toEqual([]);
  expect(missingSecrets(["MEDIA_PASS_KEY", "MAIL_API_URL", "MAIL_API_KEY", "MAIL_FROM"])).toEqual([]);
  expect(missingSecrets([])).toEqual([expect.stringContaining("MEDIA_PASS_KEY")]);
  expect(missingSecrets(["MEDIA_PASS_KEY", "MAIL_FROM"])).toEqual([
    expect.stringContaining("MAIL_API_URL"),
    expect.stringContaining("MAIL_API_KEY"),
  ]);
});
