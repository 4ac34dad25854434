import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { member, SITE } from "../workers/client";
import { app } from "../workers/worker";

const REFUSED = [421, "This server does not answer to that host name.\n"];

/** Sends a request to a local run under a host name. */
async function ask(host: string, path = "/healthz", init: RequestInit = {}): Promise<[number, string]> {
  const execution = createExecutionContext();
  const names = { AFTERGLOW_HOSTS: "Studio.lan studio.local 192.168.7.20 fd00::20" };
  const reply = await app.fetch(new Request(`http://${host}${path}`, init), { ...env, ...names }, execution);
  const text = await reply.text();
  await waitOnExecutionContext(execution);
  return [reply.status, text];
}

test.each([
  "localhost:8787",
  "127.0.0.1:8787",
  "127.8.0.1",
  "[::1]:8787",
  "afterglow.localhost",
  "studio.lan:8787",
  "STUDIO.local",
  "192.168.7.20:8787",
  "[fd00::20]",
])("a local run answers to %s", async (host) => {
  expect((await ask(host))[0]).toBe(200);
});

test.each([
  "evil.example",
  "127.0.0.1.evil.example",
  "127.evil.example",
  "localhost.evil.example",
  "evil-localhost",
  "203.0.113.9",
  "studio.lan.evil.example",
  "other.local",
])("a local run refuses the host %s", async (host) => {
  expect(await ask(host)).toEqual(REFUSED);
  expect((await ask(host, "/ws", { headers: { Upgrade: "websocket", Origin: `http://${host}` } }))[0]).toBe(
    421,
  );
});

test("a foreign host gets into no mail", async () => {
  const ada = await member("ada");
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const body = JSON.stringify({ email: ada.email });
  expect(await ask("evil.example", "/api/auth/forgot-password", { method: "POST", body })).toEqual(REFUSED);
  expect(log.mock.calls.map(String).join("\n")).not.toMatch(/evil|✉/);
  log.mockRestore();
});

test("production makes links of its configured address, whatever the host", async () => {
  const production = {
    ...env,
    AFTERGLOW_ENV: "production",
    AFTERGLOW_SITE: SITE,
    AFTERGLOW_RATE_LIMITS: "on",
  };
  const request = new Request("https://evil.example/.well-known/security.txt");
  const reply = await app.fetch(request, production, createExecutionContext());
  expect(await reply.text()).toContain(`Canonical: ${SITE}/`);
});
