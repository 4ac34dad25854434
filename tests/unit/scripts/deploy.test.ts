import { describe, expect, test } from "vitest";
import { missingSecrets, missingSettings, unsafeSettings } from "../../../scripts/deploy/config";

const database = { binding: "DB", database_id: "7d1c3f2e-0000-4000-8000-000000000001" };
const complete = {
  d1_databases: [database],
  routes: [{ pattern: "photos.example.com", custom_domain: true }],
  workers_dev: false,
  vars: { AFTERGLOW_ENV: "production" },
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
  ])("is rejected with %s", (_name, part, words) => {
    expect(missingSettings({ ...complete, ...part })).toEqual([expect.stringContaining(words)]);
  });

  test.each([
    ["a local environment", { vars: { AFTERGLOW_ENV: "local" } }, "AFTERGLOW_ENV"],
    ["disabled rate limits", { vars: { ...complete.vars, AFTERGLOW_RATE_LIMITS: "off" } }, "RATE_LIMITS"],
    [
      "a key as a plain variable",
      { vars: { ...complete.vars, MAIL_API_KEY: "x" } },
      "wrangler secret put MAIL_API_KEY",
    ],
    ["the embedded engine", { services: [{ binding: "AI", service: "afterglow-engine" }] }, "local build"],
  ])("is rejected with %s", (_name, part, words) => {
    expect(unsafeSettings({ ...complete, ...part })).toEqual([expect.stringContaining(words)]);
  });
});

test("requires the media key, and all mail secrets or none", () => {
  expect(missingSecrets(["MEDIA_PASS_KEY"])).toEqual([]);
  expect(missingSecrets(["MEDIA_PASS_KEY", "MAIL_API_URL", "MAIL_API_KEY", "MAIL_FROM"])).toEqual([]);
  expect(missingSecrets([])).toEqual([expect.stringContaining("MEDIA_PASS_KEY")]);
  expect(missingSecrets(["MEDIA_PASS_KEY", "MAIL_FROM"])).toEqual([
    expect.stringContaining("MAIL_API_URL"),
    expect.stringContaining("MAIL_API_KEY"),
  ]);
});
