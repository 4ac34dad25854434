import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { unstable_readConfig } from "wrangler";
import { openBindings } from "../../scripts/admin/bindings";
import { bindingChecks } from "../../scripts/deploy/binding-checks";
import { runChecks } from "../../scripts/deploy/checks";
import { productionConfig } from "../../scripts/local-state";
import { runTool } from "../../scripts/run";

/** The environment of a command without an account; its proxy does not exist, so that no request leaves the machine. */
const noAccount = {
  CLOUDFLARE_API_TOKEN: "",
  CLOUDFLARE_ACCOUNT_ID: "",
  HTTPS_PROXY: "http://127.0.0.1:9",
  HTTP_PROXY: "http://127.0.0.1:9",
};

test("deploys the environment that its option names", async () => {
  const { ok, output } = await runTool("tsx", ["scripts/deploy.ts", "--env", "staging"], { env: noAccount });
  expect(ok).toBe(false);
  expect(output).toContain("run `npx wrangler d1 create afterglow-staging`");
  expect(output).toContain("Stopped at: configuration.");
});

test("checks D1, R2, Images, Workers AI and hubs, and says what fails", async () => {
  const state = mkdtempSync(path.join(tmpdir(), "afterglow-check-"));
  const config = unstable_readConfig({ config: productionConfig }, { hideWarnings: true });
  const { env, close } = await openBindings(config, state);
  onTestFinished(async () => {
    await close();
    rmSync(state, { recursive: true });
  });
  await env.DB.exec("CREATE TABLE d1_migrations (name TEXT)");
  await env.DB.exec("INSERT INTO d1_migrations VALUES ('0000_members.sql')");
  const bindings = {
    ...env,
    AI: { run: async () => ({ response: "safe" }) },
    OPERATOR: { fetch: async () => Promise.reject(new Error("Service not found")) },
  };
  const needed = [{ binding: "DB", names: ["0000_members.sql", "0001_posts.sql"] }];
  const results = await runChecks(bindingChecks(bindings, needed));
  expect(results.map(({ check, found, ok }) => [check, found, ok])).toEqual([
    ["D1: pending migrations of DB", "0001_posts.sql", false],
    ["D1: parameters of a statement", "100", true],
    ["R2: an object that was stored", "read and deleted", true],
    ["Images: a resized image", "16 × 16", true],
    ["Workers AI: a harmless prompt", "safe", true],
    ["hubs: the hub of nobody", "Error: Service not found", false],
  ]);
  expect((await env.MEDIA.list()).objects).toEqual([]);
});
