import { env, runInDurableObject } from "cloudflare:test";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, inject, type MockInstance, test, vi } from "vitest";
import type { ServerFrame } from "~/contract/channel";
import {
  FRAME_MAX_BYTES,
  FRAMES_AT_ONCE,
  HUB_BYTES_IN_FLIGHT,
  OFFLINE_GRACE_MS,
  SOCKET_BYTES_IN_FLIGHT,
  SOCKET_IDLE_MS,
  SOCKET_PROBE_MS,
  SOCKETS_MAX,
} from "~/contract/limits";
import { MINUTE_MS } from "~/contract/time";
import { deliver } from "../../workers/hub/call-hub";
import { SESSION_CHECK_MS } from "../../workers/hub/presence";
import { UserHub } from "../../workers/user-hub";
import { connectByCalls, eventually, Tab } from "./channel";
import { Client, dataUrl, type Member, member, SITE } from "./client";
import { connect, twoConnected } from "./connect";
import {
  advance,
  crash,
  dieInAlarm,
  duringNextDelivery,
  hibernate,
  holdNextDelivery,
  hub,
  insertPost,
  limitCalls,
  limitFrames,
  setClockAhead,
  useFakeClock,
} from "./hubs";
import { again } from "./sessions";

async function isListed(one: Member): Promise<boolean> {
  const row = await env.DB.prepare("SELECT 1 FROM online_members WHERE user_id = ?").bind(one.id).first();
  return row !== null;
}

/** Returns the id of a member's session. */
const sessionOf = async ({ id }: Member) =>
  (await env.DB.prepare("SELECT id FROM sessions WHERE user_id = ?").bind(id).first<string>("id")) ?? "";

/** The hub event for another number of likes. */
const likesOf = ({ id }: Member, postId: string) => ({
  type: "counts_changed" as const,
  payload: { memberId: id, postId, count: "likes" as const },
});

const untilUnlisted = (one: Member) => eventually(async () => expect(await isListed(one)).toBe(false));

afterEach(() => {
  vi.useRealTimers();
});

describe("presence", () => {
  test("is published to connections only, in both directions", async () => {
    const [ada, grace] = await twoConnected();
    const eve = await member("eve");
    const [hers, strangers] = [await Tab.online(ada), await Tab.online(eve)];
    const his = await Tab.open(grace);
    his.send("online", { userId: grace.id });
    expect(await his.receive("online-users")).toEqual({ users: [ada.id] });
    expect(await hers.receive("online")).toEqual({ userId: grace.id });
    await strangers.settled();
    expect(strangers.frames).toEqual([]);
  });

  test("ends a few seconds after the last tab has closed, but not at a reload", async () => {
    useFakeClock();
    const [ada, grace] = await twoConnected();
    const hers = await Tab.online(ada);
    const [first, second] = [await Tab.online(grace), await Tab.online(grace)];
    await hers.receive("online");
    first.close();
    await first.untilClosed();
    await advance(grace, OFFLINE_GRACE_MS + 1);
    second.close();
    await second.untilClosed();
    await advance(grace, OFFLINE_GRACE_MS / 2);
    const third = await Tab.online(grace);
    await advance(grace, OFFLINE_GRACE_MS + 1);
    await hers.settled();
    expect(hers.frames).toEqual([]);
    third.close();
    await third.untilClosed();
    await eventually(async () => {
      await advance(grace, OFFLINE_GRACE_MS + 1);
      expect(await isListed(grace)).toBe(false);
    });
    expect(await hers.receive("offline")).toEqual({ userId: grace.id });
  });

  test("ends when the client sends `offline`, and resumes when it sends `online`", async () => {
    useFakeClock();
    const [ada, grace] = await twoConnected();
    const [hers, his] = [await Tab.online(ada), await Tab.online(grace)];
    await hers.receive("online");
    his.send("offline", { userId: grace.id });
    // Repeated: this pool may hand the probe of `settled` to the hub before the frame.
    await eventually(async () => {
      await advance(grace, OFFLINE_GRACE_MS + 1);
      expect(await isListed(grace)).toBe(false);
    });
    expect(await hers.receive("offline")).toEqual({ userId: grace.id });
    his.send("online", { userId: grace.id });
    expect(await hers.receive("online")).toEqual({ userId: grace.id });
  });

  test("ends within 60 seconds when a peer vanishes without closing", async () => {
    useFakeClock();
    const [ada, grace] = await twoConnected();
    const hers = await Tab.online(ada);
    const his = await Tab.online(grace);
    await hers.receive("online");
    await advance(grace, SOCKET_PROBE_MS + 1);
    await his.receive("ping");
    expect(his.closed).toBe(null);
    await advance(grace, SOCKET_IDLE_MS - SOCKET_PROBE_MS);
    expect((await his.untilClosed()).code).toBe(4408);
    await advance(grace, OFFLINE_GRACE_MS + 1);
    expect(await hers.receive("offline")).toEqual({ userId: grace.id });
    expect(SOCKET_IDLE_MS + OFFLINE_GRACE_MS).toBeLessThan(60_000);
  });

  test("continues while the peer pings", async () => {
    useFakeClock();
    const ada = await member("ada");
    const tab = await Tab.online(ada);
    for (let at = 0; at < 4; at++) {
      await advance(ada, SOCKET_PROBE_MS + 1);
      await tab.receive("ping");
      tab.send("online", {});
      await tab.receive("online-users");
    }
    expect(tab.closed).toBe(null);
    expect(await isListed(ada)).toBe(true);
  });

  test("ends after a crash of the hub", async () => {
    useFakeClock();
    const [ada, grace] = await twoConnected();
    const hers = await Tab.online(ada);
    await Tab.online(grace);
    await hers.receive("online");
    await crash(grace);
    expect(await isListed(grace)).toBe(true);
    await advance(grace, SOCKET_PROBE_MS + 1);
    await advance(grace, OFFLINE_GRACE_MS + 1);
    await untilUnlisted(grace);
    expect(await hers.receive("offline")).toEqual({ userId: grace.id });
  });

  // In real time: to run an alarm by hand would start the crashed hub.
  test("ends soon after a restart of the server, or a crash of one hub, once a connection opens a tab", async () => {
    // Published so long ago that the next tab publishes again; the next check of the hub is still 30 seconds away.
    useFakeClock();
    vi.setSystemTime(Date.now() - SOCKET_PROBE_MS / 3);
    const [eve, mia] = await twoConnected();
    const waiting = await Tab.online(eve);
    await Tab.online(mia);
    await waiting.receive("online");
    vi.useRealTimers();
    const [ada, grace] = await twoConnected();
    await Tab.online(ada);
    await Tab.online(grace);
    for (const one of [mia, grace, ada]) await crash(one);
    await Tab.online(eve);
    const back = await Tab.online(ada);
    // The offline frames arrive after the same few seconds.
    expect(
      await Promise.all(
        [waiting, back].map((tab) => tab.receive("offline", () => true, SOCKET_PROBE_MS / 2)),
      ),
    ).toEqual([{ userId: mia.id }, { userId: grace.id }]);
    expect(OFFLINE_GRACE_MS).toBeLessThan(10_000);
  });

  test("ends after a crash in the middle of an alarm", async () => {
    useFakeClock();
    const [ada, grace] = await twoConnected();
    const [hers, his] = [await Tab.online(ada), await Tab.online(grace)];
    await hers.receive("online");
    his.send("offline", {});
    await his.settled();
    vi.setSystemTime(Date.now() + OFFLINE_GRACE_MS + 1);
    duringNextDelivery(async () => {
      await crash(grace);
      throw new Error("The delivery is lost with its sender.");
    });
    await dieInAlarm(grace);
    await advance(grace, SOCKET_PROBE_MS);
    expect(await hers.receive("offline")).toEqual({ userId: grace.id });
    expect(await isListed(grace)).toBe(false);
  });

  test("is restored when a member reconnects after a crash, also for members who were away", async () => {
    const [ada, grace] = await twoConnected();
    const hers = await Tab.online(ada);
    await Tab.online(grace);
    await hers.receive("online");
    await crash(grace);
    await crash(ada);
    const back = await Tab.open(ada);
    const again = await Tab.online(grace);
    back.send("online", {});
    expect(await back.receive("online-users")).toEqual({ users: [grace.id] });
    again.send("offline", {});
    again.send("online", {});
    await again.receive("online-users");
    expect(await isListed(grace)).toBe(true);
  });

  test("begins when two members connect and ends when they disconnect", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    const [hers, his] = [await Tab.online(ada), await Tab.online(grace)];
    await connectByCalls(ada, grace);
    expect(await hers.receive("online")).toEqual({ userId: grace.id });
    expect(await his.receive("online")).toEqual({ userId: ada.id });
    await ada.call("disconnect", { params: { userId: grace.id } });
    expect(await hers.receive("offline")).toEqual({ userId: grace.id });
    expect(await his.receive("offline")).toEqual({ userId: ada.id });
  });

  test("hides the presence of others while the member hides their own", async () => {
    const [ada, grace] = await twoConnected();
    const [hers, his] = [await Tab.online(ada), await Tab.online(grace)];
    await hers.receive("online");
    expect(await grace.call("setPresence", { body: { hidden: true } })).toEqual({ hidden: true });
    expect(await hers.receive("offline")).toEqual({ userId: grace.id });
    expect(await his.receive("online-users")).toEqual({ users: [] });
    his.send("online", {});
    expect(await his.receive("online-users")).toEqual({ users: [] });
    hers.send("online", {});
    expect(await hers.receive("online-users")).toEqual({ users: [] });
    await grace.call("setPresence", { body: { hidden: false } });
    expect(await his.receive("online-users")).toEqual({ users: [ada.id] });
    expect(await hers.receive("online")).toEqual({ userId: grace.id });
  });

  test("rejects the setting without a boolean", async () => {
    const ada = await member("ada");
    expect((await ada.send("POST", "/api/users/presence", {})).status).toBe(422);
    expect((await ada.send("POST", "/api/users/presence", { hidden: "yes" })).status).toBe(400);
  });
});

describe("ending a session", () => {
  test("closes its sockets and no others", async () => {
    const ada = await member("ada");
    const phone = new Client();
    await phone.call("logIn", { body: { email: ada.email, password: "sunset" } });
    const [here, there] = [await Tab.online(ada), await Tab.online(phone, ada.id)];
    await phone.call("logOut");
    expect((await there.untilClosed()).code).toBe(4401);
    await here.settled();
    expect(here.closed).toBe(null);
  });

  test.each([
    ["deleted", "DELETE FROM sessions"],
    ["expired", "UPDATE sessions SET expires_at = '2026-01-01T00:00:00.000Z'"],
  ])("closes its sockets at the next check when it was %s without the hub", async (_, change) => {
    useFakeClock();
    const ada = await member("ada");
    const tab = await Tab.online(ada);
    await env.DB.prepare(`${change} WHERE user_id = ?`).bind(ada.id).run();
    await skipToSessionCheck(ada, tab);
    expect((await tab.untilClosed()).code).toBe(4401);
  });

  test("closes its sockets when it expires", async () => {
    useFakeClock();
    const ada = await member("ada");
    const expiresAt = Date.now() + 60_000;
    await env.DB.prepare("UPDATE sessions SET expires_at = ? WHERE user_id = ?")
      .bind(new Date(expiresAt).toISOString(), ada.id)
      .run();
    const tab = await Tab.online(ada);
    vi.setSystemTime(expiresAt);
    await runTasks(ada, tab);
    expect((await tab.untilClosed()).code).toBe(4401);
  });

  test("leaves a member who is away unlisted at the next check", async () => {
    useFakeClock();
    const ada = await member("ada");
    const tab = await Tab.online(ada);
    tab.send("offline", {});
    await eventually(async () => {
      await advance(ada, OFFLINE_GRACE_MS + 1);
      expect(await isListed(ada)).toBe(false);
    });
    await skipToSessionCheck(ada, tab);
    expect(await isListed(ada)).toBe(false);
    expect(tab.closed).toBe(null);
  });

  test("restores the row of a member who is online", async () => {
    useFakeClock();
    const ada = await member("ada");
    const tab = await Tab.online(ada);
    await env.DB.prepare("DELETE FROM online_members").run();
    await skipToSessionCheck(ada, tab);
    expect(await isListed(ada)).toBe(true);
  });

  /** Moves the clock to the check of the sessions and runs it. */
  async function skipToSessionCheck(one: Member, tab: Tab): Promise<void> {
    vi.setSystemTime(Date.now() + SESSION_CHECK_MS);
    await runTasks(one, tab);
  }

  /** Runs the tasks of the hub that are due. */
  async function runTasks(one: Member, tab: Tab): Promise<void> {
    // A sign of life: otherwise the check of the sockets closes the tab.
    await tab.settled();
    // The tasks of an alarm run one after the other.
    for (let task = 0; task < 3; task++) await advance(one, 1);
  }

  test("ignores frames of a peer that does not acknowledge the close", async () => {
    const [ada, grace] = await twoConnected();
    const [here, there] = [await Tab.online(ada), await Tab.online(await again(ada), ada.id)];
    const write = (content: string) => here.send("message", { receiverId: grace.id, content });
    write("before");
    await there.receive("message");
    await hub(ada).endSessions([await sessionOf(ada)]);
    write("after");
    await here.allArrived();
    await there.settled();
    const stored = await grace.call("listMessages", { params: { userId: ada.id } });
    expect(stored.map(({ content }) => content)).toEqual(["before"]);
  });

  test("ignores frames that waited for their turn meanwhile", async () => {
    const [ada, grace] = await twoConnected();
    const [hers, his] = [await Tab.online(ada), await Tab.online(grace)];
    const release = holdNextDelivery();
    for (const isTyping of [true, false]) {
      hers.send("typing", { receiverId: grace.id, isTyping });
      await hers.allArrived();
    }
    await hub(ada).endSessions([await sessionOf(ada)]);
    release();
    expect(await his.receive("typing")).toMatchObject({ isTyping: true });
    // Goes through the queue of the hub after both.
    await (await Tab.online(await again(ada), ada.id)).settled();
    await his.settled();
    expect(his.frames.filter(({ type }) => type === "typing")).toEqual([]);
  });

  test("rejects an upgrade that was in flight", async () => {
    const ada = await member("ada");
    await hub(ada).endSessions([await sessionOf(ada)]);
    await expect(Tab.open(ada)).rejects.toThrow("401");
  });
});

describe("frames", () => {
  test("that name another sender are rejected, and claims are not forwarded", async () => {
    const [ada, grace] = await twoConnected();
    const [hers, his] = [await Tab.online(ada), await Tab.online(grace)];
    await hers.receive("online");
    const forged: [string, unknown][] = [
      ["online", { userId: grace.id }],
      ["offline", { userId: grace.id }],
      ["typing", { senderId: grace.id, receiverId: grace.id }],
      ["typing", { fromUserId: grace.id, receiverId: grace.id }],
      ["message", { userId: grace.id, receiverId: grace.id, content: "forged" }],
      ["message", { fromUserId: grace.id, receiverId: grace.id, content: "forged" }],
      ["sync", { userId: grace.id }],
      ["read", { userId: grace.id, senderId: grace.id }],
      ["notification", { type: "like", fromUserId: grace.id, toUserId: grace.id }],
      ["connection_status", { fromUserId: grace.id, toUserId: ada.id, status: "accepted" }],
      ["like_update", { userId: grace.id, postId: "p", count: 1 }],
    ];
    for (const [type, payload] of forged) {
      hers.send(type, payload);
      expect(await hers.receive("error"), JSON.stringify(payload)).toEqual({
        type,
        message: "A frame can only come from the member who is signed in.",
      });
    }
    const claims: [string, unknown][] = [
      ["like_update", { postId: "p", count: 1_000_000 }],
      ["comment_update", { postId: "p", count: 1_000_000 }],
      [
        "notification",
        { type: "like", fromUserId: ada.id, fromUsername: "x", toUserId: grace.id, entityId: "p" },
      ],
      ["connection_status", { fromUserId: ada.id, toUserId: grace.id, status: "accepted" }],
      ["share_post", { fromUserId: ada.id, toUserId: grace.id, postId: "p" }],
    ];
    for (const [type, payload] of claims) hers.send(type, payload);
    await hers.settled();
    await his.settled();
    expect(hers.frames).toEqual([]);
    expect(his.frames).toEqual([]);
  });

  test.each<[string, string, Record<string, string>]>([
    ["{", "A frame is JSON", {}],
    ["null", "A frame is JSON", {}],
    ["[]", "A frame is JSON", {}],
    ['{"type":5}', "A frame is JSON", {}],
    ['{"type":"no-such","payload":{}}', "not known", { type: "no-such" }],
    [
      '{"type":"typing","payload":{"clientId":"c"}}',
      "breaks a rule at receiverId",
      { type: "typing", clientId: "c" },
    ],
    ['{"type":"typing"}', "breaks a rule", { type: "typing" }],
    [
      '{"type":"connection_status","payload":{"status":"friends"}}',
      "breaks a rule",
      { type: "connection_status" },
    ],
  ])("such as %s are rejected with a reason, and the socket stays open", async (text, message, named) => {
    const tab = await Tab.online(await member("ada"));
    tab.socket.send(text);
    expect(await tab.receive("error")).toEqual({ ...named, message: expect.stringContaining(message) });
    tab.socket.send(new Uint8Array([1, 2, 3]));
    expect(await tab.receive("error")).toEqual({ message: "A frame is text." });
    await tab.settled();
  });

  test("are limited to 8 MB", async () => {
    const tab = await Tab.online(await member("ada"));
    tab.send("x".repeat(FRAME_MAX_BYTES), {});
    expect((await tab.receive("error")).message).toContain("too large");
    tab.socket.send("ü".repeat(FRAME_MAX_BYTES / 2 + 1));
    expect((await tab.receive("error")).message).toContain("too large");
    tab.socket.send("ü".repeat(FRAME_MAX_BYTES / 2));
    expect((await tab.receive("error")).message).toContain("JSON");
  });

  test("are bounded in memory by their size, and those beyond the bound are refused by name", async () => {
    const [ada, grace] = await twoConnected();
    const tab = await Tab.online(ada);
    const content = "x".repeat(FRAME_MAX_BYTES - 1024);
    const fit = SOCKET_BYTES_IN_FLIGHT / FRAME_MAX_BYTES;
    // The hub handles a frame while the others arrive.
    const release = holdNextDelivery();
    tab.send("typing", { receiverId: grace.id });
    await tab.allArrived();
    for (let n = 0; n < fit + 2; n++) {
      tab.send("message", { receiverId: ada.id, clientId: `n${n}`, content });
    }
    for (const clientId of ["n2", "n3"]) {
      expect(await tab.receive("error")).toMatchObject({
        clientId,
        message: expect.stringMatching(/^You are going a little fast/),
      });
    }
    release();
    for (let n = 0; n < fit; n++) await tab.receive("error", ({ clientId }) => clientId === `n${n}`);
    // As large, after those that were handled.
    tab.send("message", { receiverId: ada.id, clientId: "n4", content });
    expect((await tab.receive("error")).message).not.toMatch(/^You are going a little fast/);
    expect(HUB_BYTES_IN_FLIGHT).toBeLessThan(64 * 1024 * 1024);
    await tab.settled();
  });

  test("that the server fails to handle are answered by name, and logged", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    await connectByCalls(ada, grace);
    const tab = await Tab.online(ada);
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await env.DB.exec("ALTER TABLE chat_messages RENAME TO gone");
    tab.send("message", { receiverId: grace.id, content: "hello", clientId: "c-1" });
    expect(await tab.receive("error")).toEqual({
      message: "Something went wrong on our side. Please try again.",
      type: "message",
      clientId: "c-1",
      isTemporary: true,
    });
    await env.DB.exec("ALTER TABLE gone RENAME TO chat_messages");
    expect(log).toHaveBeenCalledWith(
      expect.stringContaining('{"event":"frame failed","type":"message","error":"Error"'),
    );
    log.mockRestore();
  });

  test("of a socket that fails are followed by a log line, and the socket is closed", async () => {
    const ada = await member("ada");
    await Tab.online(ada);
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await runInDurableObject(hub(ada), async (instance, state) => {
      const [socket] = state.getWebSockets();
      if (!socket) throw new Error("there is no socket");
      await instance.webSocketError(socket, new Error("broken pipe"));
    });
    expect(JSON.parse(log.mock.calls[0]?.[0])).toMatchObject({ socket: "error", message: "broken pipe" });
    log.mockRestore();
  });

  test("`typing` and `read` reach a connection and no other member", async () => {
    const [ada, grace] = await twoConnected();
    const eve = await member("eve");
    const [hers, his, strangers] = [await Tab.online(ada), await Tab.online(grace), await Tab.online(eve)];
    hers.send("typing", { receiverId: grace.id, isTyping: true });
    expect(await his.receive("typing")).toEqual({ userId: ada.id, receiverId: grace.id, isTyping: true });
    his.send("read", { senderId: ada.id });
    expect(await hers.receive("read")).toEqual({ userId: grace.id, senderId: ada.id });
    strangers.send("typing", { receiverId: grace.id });
    expect((await strangers.receive("error")).message).toBe("Only connections can reach each other.");
    await his.settled();
    expect(his.frames).toEqual([]);
  });

  test("random ones reach no other member", async () => {
    // Each unknown frame writes a line, and the runner takes longer to receive it than the hub to refuse the frame.
    const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
    const [ada, grace] = await twoConnected();
    const [hers, his] = [await Tab.online(ada), await Tab.online(grace)];
    await hers.receive("online");
    const types = [
      "online",
      "offline",
      "typing",
      "read",
      "like_update",
      "notification",
      "message",
      "sync",
      "x",
      "",
    ];
    const frame = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .record({ type: fc.constantFrom(...types), payload: fc.jsonValue() })
        .map((value) => JSON.stringify(value)),
      fc
        .record({
          type: fc.constantFrom(...types),
          payload: fc.record({
            userId: fc.constantFrom(ada.id, grace.id, ""),
            receiverId: fc.constantFrom(eveId, ""),
          }),
        })
        .map((value) => JSON.stringify(value)),
    );
    const texts = fc.sample(frame, { seed: 20_261_126, numRuns: inject("isEverywhere") ? 1000 : 300 });
    // No more at once than the rate allows: an echo that the hub waits for comes behind them.
    for (let at = 0; at < texts.length; at += FRAMES_AT_ONCE) {
      for (const text of texts.slice(at, at + FRAMES_AT_ONCE)) hers.socket.send(text);
      await hers.settled();
      hers.frames.length = 0;
      // The hub closes a tab from which nothing has come for 54 seconds.
      his.socket.send("ping");
    }
    expect(hers.closed).toBe(null);
    await his.settled();
    expect(his.frames.filter(({ type }) => type !== "online" && type !== "offline")).toEqual([]);
    expect(his.closed).toBe(null);
    log.mockRestore();
  });
});

const eveId = "0190a6b2-0000-7000-8000-00000000eee0";

describe("frames that overtake each other", () => {
  const status = (from: Member, to: Member, step: "accepted" | "pending" | "disconnected") => ({
    type: "connection_status" as const,
    payload: { fromUserId: from.id, toUserId: to.id, status: step },
  });
  const text = (id: string, from: Member, to: Member): ServerFrame => ({
    type: "message",
    payload: {
      id,
      senderId: from.id,
      receiverId: to.id,
      content: "hello",
      isRead: false,
      createdAt: "",
      timestamp: "",
      senderUsername: "",
      receiverUsername: "",
      clientId: "c",
    },
  });
  const deletion = (id: string, from: Member, to: Member): ServerFrame => ({
    type: "message_deleted",
    payload: { id, senderId: from.id, receiverId: to.id },
  });
  const steps = (tab: Tab) =>
    tab.frames.flatMap((frame) => (frame.type === "connection_status" ? [frame.payload.status] : []));

  test("end with the pair's stored status, whichever arrives last", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    const tab = await Tab.online(grace);
    for (const step of ["pending", "accepted", "disconnected"] as const) {
      await hub(grace).deliver([status(ada, grace, step)]);
    }
    await tab.settled();
    expect(steps(tab)).toEqual(["pending", "cancelled", "accepted", "disconnected", "disconnected"]);
    tab.frames.length = 0;
    await ada.call("requestConnection", { params: { userId: grace.id } });
    await tab.receive("notification");
    await tab.receive("connection_status");
    for (const step of ["disconnected", "pending"] as const)
      await hub(grace).deliver([status(ada, grace, step)]);
    await tab.settled();
    expect(steps(tab)).toEqual(["disconnected", "pending", "pending"]);
    await grace.call("acceptConnection", { params: { fromUserId: ada.id } });
    await tab.receive("connection_status", (payload) => payload.status === "accepted");
    await tab.settled();
    tab.frames.length = 0;
    await hub(grace).deliver([status(ada, grace, "disconnected")]);
    await tab.settled();
    expect(steps(tab)).toEqual(["disconnected", "accepted"]);
  });

  test("tell the number of unread notifications as it is, not as it was", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    const tab = await Tab.online(grace);
    await ada.call("requestConnection", { params: { userId: grace.id } });
    const { id } = await tab.receive("notification");
    await hub(grace).deliver([{ type: "notifications_read", payload: { unread: 7, last: "0" } }]);
    expect(await tab.receive("notifications_read")).toEqual({ unread: 1, last: id });
  });

  test("show a like and a save as they are stored, not as they were", async () => {
    const [ada, grace] = await twoConnected();
    await insertPost("pressed", ada, 7);
    const tab = await Tab.online(grace);
    const params = { id: "pressed" };
    const late = async (isOn: boolean) => {
      const payload = { postId: "pressed", tab: "other" };
      await hub(grace).deliver([
        { type: "like_state", payload: { ...payload, isLiked: isOn, likeCount: 5 } },
      ]);
      await hub(grace).deliver([{ type: "save_state", payload: { ...payload, isSaved: isOn } }]);
    };
    await late(true);
    expect(await tab.receive("like_state")).toMatchObject({ isLiked: false, likeCount: 7, tab: "other" });
    expect(await tab.receive("save_state")).toMatchObject({ isSaved: false, tab: "other" });
    await grace.call("likePost", { params });
    await tab.receive("like_state");
    await grace.call("savePost", { params });
    await tab.receive("save_state");
    await late(false);
    expect(await tab.receive("like_state")).toMatchObject({ isLiked: true, likeCount: 8 });
    expect(await tab.receive("save_state")).toMatchObject({ isSaved: true });
    await ada.call("deletePost", { params });
    await late(true);
    await tab.settled();
    expect(tab.frames.filter(({ type }) => type.endsWith("_state"))).toEqual([]);
  });

  test("do not restore a deleted message, on the way or from the queue", async () => {
    useFakeClock();
    const [ada, grace] = await twoConnected();
    const tab = await Tab.online(grace);
    await hub(grace).deliver([deletion("900", ada, grace)]);
    await hub(grace).deliver([text("900", ada, grace)]);
    await hub(ada).enqueue({ to: grace.id, frame: text("901", ada, grace) });
    await hub(ada).enqueue({ to: grace.id, frame: text("902", ada, grace) });
    await hub(ada).enqueue({ to: grace.id, frame: deletion("902", ada, grace) });
    await hub(ada).enqueue({ to: grace.id, frame: text("902", ada, grace) });
    const stored = await ada.call("sendMessage", { params: { userId: grace.id }, body: { content: "kept" } });
    await tab.receive("message");
    await hub(ada).enqueue({ to: grace.id, frame: text(stored.id, ada, grace) });
    await advance(ada, 2000);
    await tab.receive("message", ({ id }) => id === stored.id);
    await tab.receive("message_deleted", ({ id }) => id === "902");
    await tab.settled();
    expect(tab.frames.filter(({ type }) => type === "message")).toEqual([]);
  });
});

describe("delivery", () => {
  test("stores a frame that failed and resends it by alarm, the newest per subject", async () => {
    useFakeClock();
    const [ada, grace] = [await member("ada"), await member("grace")];
    const like = (count: number) => ({ type: "like_update" as const, payload: { postId: "p", count } });
    await hub(ada).enqueue({ to: grace.id, frame: like(1) });
    await hub(ada).enqueue({ to: grace.id, frame: like(2) });
    await crash(ada);
    const his = await Tab.online(grace);
    await advance(ada, 2000);
    expect(await his.receive("like_update")).toEqual({ postId: "p", count: 2 });
    await advance(ada, 10_000);
    await his.settled();
    expect(his.frames).toEqual([]);
  });

  test("resumes when the hub starts although the platform has given up its alarm", async () => {
    useFakeClock();
    const [ada, grace] = [await member("ada"), await member("grace")];
    const his = await Tab.online(grace);
    await hub(ada).enqueue({ to: grace.id, frame: { type: "new_post", payload: { postId: "p" } } });
    await runInDurableObject(hub(ada), (_, { storage }) => storage.deleteAlarm());
    expect(await advance(ada, 10 * MINUTE_MS)).toBe(false);
    await crash(ada);
    expect(await advance(ada, 0)).toBe(true);
    expect(await his.receive("new_post")).toEqual({ postId: "p" });
  });

  describe("queue", () => {
    const SECOND_MS = 1000;
    /** The members to whom a delivery was attempted, each as often. */
    let attempted: string[] = [];
    let arrives: (name: string) => boolean = () => false;
    let errors: MockInstance<typeof console.error>;

    beforeEach(() => {
      setClockAhead();
      // Without jitter.
      vi.spyOn(Math, "random").mockReturnValue(1);
      errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
      attempted = [];
      arrives = () => false;
      vi.spyOn(UserHub.prototype, "deliver").mockImplementation(async ([frame]) => {
        const name = frame?.type === "new_post" ? frame.payload.postId : "";
        attempted.push(name);
        if (!arrives(name)) throw new Error("no hub");
        return { isOnline: true, isSubscribed: true, answers: [] };
      });
    });
    afterEach(() => void vi.restoreAllMocks());

    /** An envelope whose frame names its recipient. */
    const to = (name: string) => ({
      to: name,
      frame: { type: "new_post" as const, payload: { postId: name } },
    });
    const send = (from: Member, name: string) =>
      hub(from).publish(from.id, { changes: [], envelopes: [to(name)] }, () => undefined);

    test("retries each frame by its own back-off", async () => {
      const ada = await member("ada");
      await send(ada, "grace");
      for (let second = 1; second <= 8; second++) {
        vi.setSystemTime(Date.now() + SECOND_MS);
        await send(ada, `other${second}`);
        await advance(ada, 0);
      }
      // At once, and after 1, 3 and 7 seconds; each attempt makes two calls.
      expect(attempted.filter((name) => name === "grace")).toHaveLength(8);
    });

    test("logs why a frame has to wait", async () => {
      await send(await member("ada"), "grace");
      expect(errors.mock.calls.map(([line]) => JSON.parse(line))).toEqual([
        expect.objectContaining({ event: "frame queued", type: "new_post", message: "no hub" }),
      ]);
    });

    test("retries the frames beyond the calls of one event with the next alarm", async () => {
      limitCalls(2);
      const ada = await member("ada");
      for (const name of ["a1", "a2", "zoe"]) await hub(ada).enqueue(to(name));
      arrives = (name) => name === "zoe";
      await advance(ada, SECOND_MS);
      expect(attempted).toEqual(expect.not.arrayContaining(["zoe"]));
      await advance(ada, 0);
      expect(attempted.slice(4)).toEqual(["zoe"]);
      await advance(ada, 0);
      expect(attempted).toHaveLength(5);
    });

    test("keeps the newer one of two frames about one subject", async () => {
      const ada = await member("ada");
      const delivered: unknown[] = [];
      vi.spyOn(UserHub.prototype, "deliver").mockImplementation(async ([frame]) => {
        delivered.push(frame);
        return { isOnline: true, isSubscribed: true, answers: [] };
      });
      const frame = (type: "online" | "offline", userId: string) => ({ type, payload: { userId } });
      for (const type of ["online", "offline"] as const)
        await hub(ada).enqueue({ to: "grace", frame: frame(type, "ada") });
      for (const userId of ["grace", "zoe"])
        await hub(ada).enqueue({ to: "mo", frame: frame("offline", userId) });
      await advance(ada, SECOND_MS);
      expect(delivered).toHaveLength(3);
      expect(delivered).toEqual(
        expect.arrayContaining(["ada", "grace", "zoe"].map((userId) => frame("offline", userId))),
      );
    });

    test("clears the alarm when everything is delivered", async () => {
      const ada = await member("ada");
      await send(ada, "grace");
      arrives = () => true;
      expect(await advance(ada, 2 * SECOND_MS)).toBe(true);
      expect(attempted).toEqual(["grace", "grace", "grace"]);
      expect(await advance(ada, SECOND_MS)).toBe(false);
    });
  });

  test("queues a frame in the sender's hub when the recipient's cannot be reached", async () => {
    useFakeClock();
    const [ada, grace] = [await member("ada"), await member("grace")];
    const [hers] = [await Tab.online(ada), await Tab.online(grace)];
    await ada.call("requestConnection", { params: { userId: grace.id } });
    const { deliver } = UserHub.prototype;
    let lost = 0;
    vi.spyOn(UserHub.prototype, "deliver").mockImplementation(async function (this: UserHub, frames, how) {
      const isToAda = frames.some(({ type, payload }) => type === "online" && payload.userId === grace.id);
      if (isToAda && lost++ < 2) throw new Error("no hub");
      return deliver.call(this, frames, how);
    });
    await grace.call("acceptConnection", { params: { fromUserId: ada.id } });
    expect(lost).toBe(2);
    await hers.settled();
    expect(hers.frames.filter(({ type }) => type === "online")).toEqual([]);
    await advance(grace, 2000);
    expect(await hers.receive("online")).toEqual({ userId: grace.id });
    vi.restoreAllMocks();
  });

  test("does not retry an overloaded hub", async () => {
    const calls: string[] = [];
    const overloaded = Object.assign(new Error("overloaded"), { overloaded: true });
    const hubs = new Proxy(env.USER_HUB, {
      get: () => (name: string) => {
        calls.push(name);
        return { deliver: () => Promise.reject(overloaded) };
      },
    });
    const frame = { type: "notifications_read" as const, payload: { unread: 3, last: "0" } };
    await expect(deliver(hubs, { to: "grace", frames: [frame] })).rejects.toThrow("overloaded");
    expect(calls).toEqual(["grace"]);
  });

  test("sends a count to the author and the connections that are online, and to no other member", async () => {
    const [ada, grace] = await twoConnected();
    const eve = await member("eve");
    await insertPost("p", ada, 7);
    const [hers, his, strangers] = [await Tab.online(ada), await Tab.online(grace), await Tab.online(eve)];
    await hub(ada).deliver([likesOf(ada, "p")]);
    expect(await hers.receive("like_update")).toEqual({ postId: "p", count: 7 });
    expect(await his.receive("like_update")).toEqual({ postId: "p", count: 7 });
    await strangers.settled();
    expect(strangers.frames).toEqual([]);
  });

  test("sends a count although the author's hub crashes while it sends it", async () => {
    // No alarm resends the hub event: the call is repeated.
    setClockAhead();
    const [ada, grace] = await twoConnected();
    await insertPost("crashing", ada, 7);
    const eve = await member("eve");
    await connect(ada, eve);
    const tab = await Tab.online(eve);
    // The hub event arrives; the frame that it causes does not.
    duringNextDelivery(async () => {
      duringNextDelivery(async () => {
        await crash(ada);
        throw new Error("The delivery is lost with its sender.");
      });
    });
    await grace.call("likePost", { params: { id: "crashing" } });
    expect(await tab.receive("like_update")).toEqual({ postId: "crashing", count: 8 });
  });

  test("announces a new post to the author and the connections that are online, and to no other member", async () => {
    const [ada, grace] = await twoConnected();
    const eve = await member("eve");
    const [hers, his, strangers] = [await Tab.online(ada), await Tab.online(grace), await Tab.online(eve)];
    const body = { mediaUrl: dataUrl, clientId: "once" };
    const { id: postId } = await ada.call("createPost", { body });
    for (const tab of [hers, his]) expect(await tab.receive("new_post")).toEqual({ postId });
    await ada.call("createPost", { body });
    for (const tab of [hers, his, strangers]) {
      await tab.settled();
      expect(tab.frames.filter(({ type }) => type === "new_post")).toEqual([]);
    }
  });

  test("sends the stored count and coalesces changes within a second", async () => {
    useFakeClock();
    const ada = await member("ada");
    await insertPost("counted", ada, 7);
    const tab = await Tab.online(ada);
    const likesChanged = () => hub(ada).deliver([likesOf(ada, "counted")]);
    await likesChanged();
    expect(await tab.receive("like_update")).toEqual({ postId: "counted", count: 7 });
    for (let n = 2; n < 100; n++) await likesChanged();
    await env.DB.prepare("UPDATE posts SET like_count = 106 WHERE id = 'counted'").run();
    await tab.settled();
    expect(tab.frames).toEqual([]);
    await crash(ada);
    const back = await Tab.online(ada);
    await advance(ada, 1001);
    expect(await back.receive("like_update")).toEqual({ postId: "counted", count: 106 });
    await hub(ada).deliver([likesOf(ada, "deleted")]);
    await back.settled();
    expect(back.frames).toEqual([]);
  });

  test("removes a member from the list of online members whose hub has no socket", async () => {
    const [ada, grace] = await twoConnected();
    await env.DB.prepare("INSERT INTO online_members VALUES (?, '2026-01-01T00:00:00.000Z')")
      .bind(grace.id)
      .run();
    await Tab.online(ada);
    await untilUnlisted(grace);
  });
});

test("a socket beyond the limit is refused with Retry-After", async () => {
  const ada = await member("ada");
  for (let n = 0; n < SOCKETS_MAX; n++) await Tab.open(ada);
  const reply = await ada.fetch("/ws", { headers: { Upgrade: "websocket", Origin: SITE } });
  expect([reply.status, reply.headers.get("Retry-After")]).toEqual([429, "60"]);
});

test("each socket writes a log line when it opens and closes, without the member", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const ada = await member("ada");
  const tab = await Tab.online(ada);
  // Sockets of earlier tests may still be closing, with 1000.
  tab.close(4242);
  await tab.untilClosed();
  const lines = () =>
    log.mock.calls
      .map(([line]) => String(line))
      .filter((line) => line.startsWith('{"socket"'))
      .map((line): { socket: string; code?: number } => JSON.parse(line))
      .filter(({ socket, code }) => socket === "open" || code === 4242);
  const at = expect.stringMatching(/Z$/);
  await eventually(async () =>
    expect(lines()).toEqual([
      { socket: "open", at, status: 101, ms: expect.any(Number) },
      { socket: "close", at, code: 4242, seconds: expect.any(Number), frames: 1 },
    ]),
  );
  expect(JSON.stringify(lines())).not.toContain(ada.id);
  log.mockRestore();
});

test("an upgrade cannot name its member", async () => {
  const [ada, grace] = [await member("ada"), await member("grace")];
  const headers = {
    Upgrade: "websocket",
    Origin: SITE,
    "X-Afterglow-Member": grace.id,
    "X-Afterglow-Session": "x",
    "X-Afterglow-Session-Expires": "x",
  };
  const reply = await ada.fetch("/ws", { headers });
  expect(reply.status).toBe(101);
  reply.webSocket?.accept();
  await eventually(async () => expect(await isListed(ada)).toBe(true));
  expect(await isListed(grace)).toBe(false);
});

test("the rate limit of frames survives eviction and reconnects", async () => {
  useFakeClock();
  limitFrames();
  const ada = await member("ada");
  const tab = await Tab.online(ada);
  const send = (to: Tab, frames: number) => {
    for (let at = 0; at < frames; at++) to.send("visibility", { isVisible: true });
  };
  send(tab, 50);
  await tab.allArrived();
  await hibernate(ada);
  send(tab, 50);
  await tab.allArrived();
  tab.close();
  await tab.untilClosed();
  await crash(ada);
  const back = await Tab.online(ada);
  // Each tab has sent `online`.
  send(back, FRAMES_AT_ONCE - 102);
  await back.allArrived();
  expect(back.frames).toEqual([]);
  send(back, 1);
  expect((await back.receive("error")).message).toMatch(/^You are going a little fast/);
});
