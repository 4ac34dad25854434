import { env } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { sweepDevices } from "~/domain/push/sweep-devices";
import { newDevice, newSubscription } from "../factories/push-service";
import { type Client, errorOf, member } from "../workers/client";
import { twoConnected } from "../workers/connect";
import { contextOf } from "../workers/context-of";
import { advance, setClockAhead } from "../workers/hubs";
import { servePushes, turnOn, waiting } from "../workers/push-devices";
import { again } from "../workers/sessions";

type Member = Client & { id: string };

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Stores a device as an older version of the site took it. */
async function storeDevice(owner: Client & { id: string }, endpoint: string): Promise<void> {
  const { p256dh, auth } = newDevice().keys;
  await env.DB.prepare(
    "INSERT INTO push_subscriptions (session_id, endpoint, p256dh, auth, shows_text, created_at) SELECT id, ?, ?, ?, 1, '' FROM sessions WHERE user_id = ?",
  )
    .bind(endpoint, p256dh, auth, owner.id)
    .run();
}

const endpoints = async () =>
  (await env.DB.prepare("SELECT endpoint FROM push_subscriptions").all<{ endpoint: string }>()).results.map(
    ({ endpoint }) => endpoint,
  );

async function pushed(to: Member): Promise<void> {
  await advance(to, 3000);
  for (let task = 0; task < 5; task++) await advance(to, 0);
}

describe("a device of a member", () => {
  beforeEach(async () => {
    setClockAhead();
    await env.DB.prepare("DELETE FROM push_subscriptions").run();
  });

  test.each([
    "https://services.example/x",
    "https://169.254.169.254/latest/meta-data",
    "https://127.0.0.1/x",
    "http://127.0.0.1:9999/x",
    "https://push.services.example.evil.example/x",
    "https://push.services.example@evil.example/x",
    "https://push.services.example:8443/x",
  ])("is refused at %s, which is no push service", async (endpoint) => {
    const ada = await member("ada");
    const reply = await errorOf(await ada.send("POST", "/api/push", { ...newSubscription(), endpoint }));
    expect(reply).toMatchObject({
      status: 422,
      errors: { endpoint: ["This push service is not known here."] },
    });
    expect(await endpoints()).toEqual([]);
  });

  test("at another server, stored before, gets no request, and the hourly run deletes it", async () => {
    const [ada, grace] = await twoConnected();
    await storeDevice(grace, "https://services.example/x");
    const phone = await turnOn(await again(grace));
    const requests = servePushes();
    await ada.call("sendMessage", { params: { userId: grace.id }, body: { content: "hello" } });
    await pushed(grace);
    expect(requests.map(({ endpoint }) => endpoint)).toEqual([phone]);
    expect(await sweepDevices(contextOf(grace).ctx)).toBe(0);
    expect(await endpoints()).toEqual([phone]);
  });

  test("gets nothing at the address to which its push service redirects", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const [ada, grace] = await twoConnected();
    const phone = await turnOn(grace);
    const requests = servePushes(
      () => new Response(null, { status: 307, headers: { Location: "https://services.example/x" } }),
    );
    await ada.call("sendMessage", { params: { userId: grace.id }, body: { content: "hello" } });
    await pushed(grace);
    expect(requests.map(({ endpoint }) => endpoint)).toEqual([phone]);
    expect(vi.mocked(fetch).mock.calls.map(([, init]) => init?.redirect)).toEqual(["manual"]);
    expect(await waiting(grace)).toBe(0);
  });
});
