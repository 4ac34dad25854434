import { createExecutionContext, env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { PUSH_DEVICES_MAX } from "~/contract/mail-limits";
import { orSessionEnded } from "~/domain/accounts/session-ended";
import { asMember } from "~/domain/context";
import { readPush } from "~/domain/push/read-push";
import { turnPushOn } from "~/domain/push/turn-push-on";
import { expirySweeps } from "~/domain/retention/expiry-sweeps";
import { openEdge } from "../../workers/context";
import { readSettings } from "../../workers/settings";
import { newDevice, newSubscription, quietHours } from "../factories/push-service";
import { type Client, errorOf, type Member, member, SITE } from "./client";
import { contextOf } from "./context-of";
import { again } from "./sessions";

const devices = async () =>
  (await env.DB.prepare("SELECT endpoint FROM push_subscriptions").all<{ endpoint: string }>()).results.map(
    ({ endpoint }) => endpoint,
  );

beforeEach(async () => {
  await env.DB.prepare("DELETE FROM push_subscriptions").run();
});

describe("push notifications on a device", () => {
  test("are on for the session that turned them on, until it turns them off", async () => {
    const ada = await member("ada");
    const phone = await again(ada);
    expect(await ada.call("readPush")).toEqual({
      publicKey: env.VAPID_KEY?.slice(0, 87),
      isOn: false,
      showsText: true,
      quietHours: null,
    });
    const subscription = { ...newSubscription(), showsText: false };
    await phone.call("turnPushOn", { body: subscription });
    expect(await phone.call("readPush")).toMatchObject({ isOn: true, showsText: false });
    expect(await ada.call("readPush")).toMatchObject({ isOn: false });
    await ada.call("turnPushOff");
    expect(await devices()).toEqual([subscription.endpoint]);
    await phone.call("turnPushOff");
    await phone.call("turnPushOff");
    expect(await phone.call("readPush")).toMatchObject({ isOn: false });
    expect(await devices()).toEqual([]);
  });

  test("replace the subscription that the browser had before", async () => {
    const ada = await member("ada");
    await ada.call("turnPushOn", { body: newSubscription() });
    const second = newSubscription();
    await ada.call("turnPushOn", { body: second });
    await ada.call("turnPushOn", { body: second });
    expect(await devices()).toEqual([second.endpoint]);
  });

  test("belong to the member who turned them on last", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    const shared = newSubscription();
    await ada.call("turnPushOn", { body: shared });
    await grace.call("turnPushOn", { body: shared });
    expect(await ada.call("readPush")).toMatchObject({ isOn: false });
    expect(await grace.call("readPush")).toMatchObject({ isOn: true });
  });

  test("are on for 20 devices of a member: a new one takes the place of the oldest", async () => {
    const ada = await member("ada");
    const [grace, endpoints] = [await member("grace"), [] as string[]];
    const other = newSubscription();
    await grace.call("turnPushOn", { body: other });
    for (let nth = 0; nth <= PUSH_DEVICES_MAX; nth++) {
      const body = newSubscription();
      endpoints.push(body.endpoint);
      const id = `session-${nth}`;
      await env.DB.prepare(
        "INSERT INTO sessions (id, user_id, last_seen_at, expires_at, created_at) VALUES (?, ?, '', '2099', '')",
      )
        .bind(id, ada.id)
        .run();
      const { ctx } = contextOf({ ...ada, sessionId: id });
      await turnPushOn({ ...ctx, now: () => new Date(Date.UTC(2026, 0, 1, 0, nth)) }, body);
    }
    expect((await devices()).sort()).toEqual([...endpoints.slice(1), other.endpoint].sort());
  });
});

describe("a subscription ends", () => {
  const ends: Record<string, (ada: Member, phone: Client) => Promise<unknown>> = {
    "with a log-out": (_, phone) => phone.call("logOut"),
    "when the session is ended elsewhere": async (ada) => ada.call("endOtherSessions"),
    "with a change of the password": (ada) =>
      ada.call("changePassword", { body: { currentPassword: "sunset", newPassword: "moonrise" } }),
    "when the session is replaced by a log-in in the same browser": (ada, phone) =>
      phone.call("logIn", { body: { email: ada.email, password: "sunset" } }),
    "with the account": (ada) =>
      ada.call("deleteAccount", { body: { confirmation: ada.username, currentPassword: "sunset" } }),
    "when the expired session is swept": async () => {
      await env.DB.prepare("UPDATE sessions SET expires_at = '2020'").run();
      await expirySweeps.sessions?.({ ...contextOf({ id: "" }).ctx, now: () => new Date() });
    },
  };

  test.each(Object.entries(ends))("%s", async (_, end) => {
    const ada = await member("ada");
    const phone = await again(ada);
    await phone.call("turnPushOn", { body: newSubscription() });
    expect(await devices()).toHaveLength(1);
    await end(ada, phone);
    expect(await devices()).toEqual([]);
  });
});

describe("a subscription is refused", () => {
  const good = newSubscription();

  test.each([
    ["endpoint", { ...good, endpoint: undefined }, "Please send the address of the push service."],
    ["endpoint", { ...good, endpoint: "https://services.example/x" }, "This push service is not known here."],
    [
      "endpoint",
      { ...good, endpoint: `https://push.services.example/${"x".repeat(1024)}` },
      "The address of the push service is too long.",
    ],
    ["p256dh", { ...good, p256dh: "short" }, "This is no key of a push subscription."],
    ["p256dh", { ...good, p256dh: "A".repeat(87) }, "This is no key of a push subscription."],
    ["auth", { ...good, auth: newDevice().keys.p256dh }, "This is no key of a push subscription."],
    ["showsText", { ...good, showsText: undefined }, "Say whether the text is shown."],
  ])("for a wrong %s (%#)", async (field, body, message) => {
    const ada = await member("ada");
    const reply = await errorOf(await ada.send("POST", "/api/push", body));
    expect(reply).toMatchObject({ status: 422, errors: { [field]: [message] } });
    expect(await devices()).toEqual([]);
  });

  test("where the site has no key, and readers learn that", async () => {
    const ada = await member("ada");
    const { ctx } = contextOf(ada, { VAPID_KEY: undefined });
    await expect(turnPushOn(ctx, good)).rejects.toMatchObject({ code: "not_found" });
    expect(await readPush(ctx)).toMatchObject({ publicKey: null });
  });

  test("when its session has ended meanwhile", async () => {
    const ada = await member("ada");
    const { ctx } = contextOf({ ...ada, sessionId: "ended" });
    const refused = await turnPushOn(asMember(ctx), good).catch((error: unknown) => error);
    expect(orSessionEnded(ctx, refused)).toMatchObject({ code: "unauthenticated" });
  });
});

describe("quiet hours", () => {
  test("are stored for the member, replaced and ended", async () => {
    const ada = await member("ada");
    const phone = await again(ada);
    expect(await ada.call("setQuietHours", { body: quietHours })).toEqual(quietHours);
    const later = { from: "23:30", to: "06:15", timeZone: "Asia/Kolkata" };
    await ada.call("setQuietHours", { body: later });
    expect(await phone.call("readPush")).toMatchObject({ quietHours: later });
    await phone.call("endQuietHours");
    await phone.call("endQuietHours");
    expect(await ada.call("readPush")).toMatchObject({ quietHours: null });
  });

  test.each([
    ["from", { ...quietHours, from: undefined }, "Please enter a time"],
    ["from", { ...quietHours, from: "24:00" }, "Please enter a time such as 22:00"],
    ["to", { ...quietHours, to: "7:00" }, "Please enter a time such as 22:00"],
    ["to", { ...quietHours, to: "22:00" }, "Please enter two different times"],
    ["timeZone", { ...quietHours, timeZone: undefined }, "Please choose a time zone"],
    ["timeZone", { ...quietHours, timeZone: "Mars/Olympus" }, "This time zone is not known"],
  ])("are refused for a wrong %s: %j", async (field, body, message) => {
    const ada = await member("ada");
    const reply = await errorOf(await ada.send("POST", "/api/push/quiet-hours", body));
    expect(reply).toMatchObject({ status: 422, errors: { [field]: [message] } });
    expect(await ada.call("readPush")).toMatchObject({ quietHours: null });
  });
});

describe("the settings", () => {
  const production = {
    AFTERGLOW_ENV: "production",
    AFTERGLOW_SITE: SITE,
    MEDIA_PASS_KEY: "k".repeat(32),
  } as const;

  test("name the site to push services, and push nothing without a key", () => {
    expect(readSettings(production).push).toBe(null);
    const { VAPID_KEY = "" } = env;
    expect(readSettings({ ...production, VAPID_KEY }).push).toMatchObject({
      subject: SITE,
    });
    expect(() => readSettings({ ...production, VAPID_KEY: VAPID_KEY.slice(1) })).toThrow("VAPID_KEY");
  });

  test("add hosts of push services", () => {
    const { VAPID_KEY = "" } = env;
    const withHosts = (hosts?: string) =>
      readSettings({ ...production, VAPID_KEY, ...(hosts !== undefined && { AFTERGLOW_PUSH_HOSTS: hosts }) })
        .push;
    const added = withHosts("push.services.example, *.Ntfy.Example");
    for (const endpoint of [
      "https://push.services.example/x",
      "https://a.ntfy.example/x",
      "https://web.push.apple.com/x",
    ]) {
      expect(added?.isEndpoint(endpoint)).toBe(true);
    }
    expect(added?.isEndpoint("https://ntfy.example/x")).toBe(false);
    expect(withHosts()?.isEndpoint("https://push.services.example/x")).toBe(false);
    for (const wrong of [
      "*",
      "*.com",
      "https://a.example",
      "a.example/x",
      "a.example:8443",
      "10.0.0.1",
      "localhost",
      "a.example,,b.example",
    ])
      expect(() => withHosts(wrong), wrong).toThrow("AFTERGLOW_PUSH_HOSTS");
  });

  test("allow a push service on the same machine in a local run only", () => {
    const AFTERGLOW_PUSH_SERVICE = "http://127.0.0.1:9999";
    expect(() => readSettings({ ...production, AFTERGLOW_PUSH_SERVICE })).toThrow("refused in production");
    const { ctx } = openEdge(new Request(SITE), { ...env, AFTERGLOW_PUSH_SERVICE }, createExecutionContext());
    expect(ctx.push?.isEndpoint(`${AFTERGLOW_PUSH_SERVICE}/device`)).toBe(true);
    expect(ctx.push?.isEndpoint("http://127.0.0.1:8787/device")).toBe(false);
  });
});
