import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { withEnv } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { callHub } from "../../workers/hub/call-hub";
import { readSettings } from "../../workers/settings";
import { member, SITE } from "./client";
import { app } from "./worker";

/** Sends a member's GET from somewhere. @returns the options with which hubs were called */
async function callsFrom(cf: Record<string, string>, path: string, headers: Record<string, string> = {}) {
  const ada = await member("ada");
  const options: unknown[] = [];
  const USER_HUB = new Proxy(env.USER_HUB, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      if (key !== "getByName") return typeof value === "function" ? value.bind(target) : value;
      return (...call: Parameters<typeof target.getByName>) => {
        expect(call[0]).toBe(ada.id);
        options.push(call[1]);
        return target.getByName(...call);
      };
    },
  });
  const Cookie = [...ada.cookies].map(([name, token]) => `${name}=${token}`).join("; ");
  const request = new Request(SITE + path, { headers: { ...headers, Cookie }, cf });
  const execution = createExecutionContext();
  const reply = await app.fetch(request, { ...env, USER_HUB }, execution);
  expect(reply.status).toBe(reply.webSocket ? 101 : 200);
  reply.webSocket?.accept();
  reply.webSocket?.close();
  await waitOnExecutionContext(execution);
  return options;
}

const upgrade = { Upgrade: "websocket", Origin: SITE };

test("a member's read has their hub created in their region", async () => {
  expect(await callsFrom({ continent: "OC" }, "/api/feed")).toEqual([{ locationHint: "oc" }]);
});

test("a member's socket has their hub created in their region", async () => {
  expect(await callsFrom({ continent: "SA" }, "/ws", upgrade)).toContainEqual({ locationHint: "sam" });
});

test("every hub is in the site's jurisdiction", async () => {
  // The local runtime has no jurisdictions.
  const hubs = { jurisdiction: vi.fn(() => env.USER_HUB) };
  const ofSite = new Proxy(env.USER_HUB, {
    get: (target, key) => (key === "jurisdiction" ? hubs.jurisdiction : Reflect.get(target, key)),
  });
  await withEnv({ ...env, AFTERGLOW_JURISDICTION: "eu" }, () =>
    callHub(ofSite, "nobody", (hub) => hub.endSessions([])),
  );
  expect(hubs.jurisdiction).toHaveBeenCalledExactlyOnceWith("eu");
});

test("a site with a jurisdiction that does not exist serves nothing", () => {
  expect(() => readSettings({ ...env, AFTERGLOW_JURISDICTION: "mars" })).toThrow("AFTERGLOW_JURISDICTION");
});

test("a request from an unknown place gives no hint", async () => {
  expect(await callsFrom({}, "/api/feed")).toEqual([{ locationHint: undefined }]);
});
