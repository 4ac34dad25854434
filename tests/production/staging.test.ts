import { afterAll, beforeAll, expect, test } from "vitest";
import { buildForCloudflare } from "../../scripts/deploy/steps";
import { addZone } from "./cloudflare/accounts";
import { DOMAIN, openSite, type Site } from "./site";

let site: Site;

beforeAll(async () => {
  site = await openSite({ environment: "staging", folder: "build/staging-test" });
});
afterAll(() => site.close());

test("deploys staging with its own Worker, database, bucket and domain, once it has its key and its zone", async () => {
  site.account.zones.clear();
  await expect(site.deploy({ build: buildForCloudflare })).rejects.toThrow(
    /secret MEDIA_PASS_KEY is not set: run `npx wrangler secret put MEDIA_PASS_KEY --env staging`.*Stopped at: secrets/s,
  );
  await site.tryWrangler(["secret", "put", "MEDIA_PASS_KEY"], "a key of staging, of thirty-two characters");
  await expect(site.deploy()).rejects.toThrow(
    /Could not find zone for `staging.photos.example.com`.*Stopped at: deployment/s,
  );
  addZone(site.account, "example.com");
  await site.deploy();
  const { account } = site;
  expect([...account.workers.keys()]).toEqual(["afterglow-staging"]);
  expect([...account.domains]).toEqual([[`staging.${DOMAIN}`, "afterglow-staging"]]);
  expect(account.worker("afterglow-staging").running.bindings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: "DB", id: account.database("afterglow-staging").id }),
      expect.objectContaining({ name: "MEDIA", bucket_name: "afterglow-media-staging" }),
    ]),
  );
  expect(site.unknown.join("\n")).toBe("");
});
