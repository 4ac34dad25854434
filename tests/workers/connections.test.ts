import { env } from "cloudflare:test";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CallName } from "~/contract/calls";
import type { AppError } from "~/contract/errors";
import { acceptRequest, rejectRequest } from "~/domain/connections/answer-request";
import { cancelRequest } from "~/domain/connections/cancel-request";
import { disconnect } from "~/domain/connections/disconnect";
import { readConnectionStatus } from "~/domain/connections/read-status";
import { requestConnection } from "~/domain/connections/request-connection";
import type { MemberCtx } from "~/domain/context";
import { listNotifications } from "~/domain/notifications/list-notifications";
import { readProfile } from "~/domain/profiles/read-profile";
import { expirySweeps } from "~/domain/retention/expiry-sweeps";
import { connectByCalls, Tab } from "./channel";
import { errorOf, type Member, member } from "./client";
import { contextOf } from "./context-of";

const none = { isConnected: false, isPending: false, hasPendingRequest: false };
const asked = { ...none, isPending: true };
const wasAsked = { ...none, hasPendingRequest: true };
const connected = { ...none, isConnected: true };

const status = (one: Member, other: Member) =>
  one.call("readConnectionStatus", { params: { userId: other.id } });
const request = (one: Member, other: Member) =>
  one.call("requestConnection", { params: { userId: other.id } });
const cancel = (one: Member, other: Member) =>
  one.call("cancelConnectionRequest", { params: { userId: other.id } });
const accept = (one: Member, other: Member) =>
  one.call("acceptConnection", { params: { fromUserId: other.id } });
const reject = (one: Member, other: Member) =>
  one.call("rejectConnection", { params: { fromUserId: other.id } });
const end = (one: Member, other: Member) => one.call("disconnect", { params: { userId: other.id } });

async function notificationsOf(one: Member): Promise<string[]> {
  return (await one.call("listNotifications")).map(({ type, fromUser }) => `${type} ${fromUser.id}`);
}

async function counts(one: Member) {
  const { followerCount, followingCount } = await one.call("readProfile", {
    params: { username: one.username },
  });
  return { followerCount, followingCount };
}

describe("a request", () => {
  test("is seen by both members, can be accepted, and counts in its direction", async () => {
    const [ada, grace] = await Promise.all([member("ada"), member("grace")]);
    expect(await status(ada, grace)).toEqual(none);
    expect(await request(ada, grace)).toEqual(asked);
    expect(await status(grace, ada)).toEqual(wasAsked);
    expect(await notificationsOf(grace)).toEqual([`connection_request ${ada.id}`]);
    expect(await accept(grace, ada)).toEqual(connected);
    expect(await status(ada, grace)).toEqual(connected);
    expect(await notificationsOf(ada)).toEqual([`connection_accepted ${grace.id}`]);
    expect(await counts(ada)).toEqual({ followerCount: 0, followingCount: 1 });
    expect(await counts(grace)).toEqual({ followerCount: 1, followingCount: 0 });
  });

  test("repeated steps change nothing and notify nobody twice", async () => {
    const [ada, grace] = await Promise.all([member("ada"), member("grace")]);
    await request(ada, grace);
    expect(await request(ada, grace)).toEqual(asked);
    await accept(grace, ada);
    expect(await accept(grace, ada)).toEqual(connected);
    expect(await request(ada, grace)).toEqual(connected);
    expect(await request(grace, ada)).toEqual(connected);
    expect(await cancel(ada, grace)).toEqual(connected);
    expect(await reject(grace, ada)).toEqual(connected);
    expect(await notificationsOf(ada)).toEqual([`connection_accepted ${grace.id}`]);
    expect(await notificationsOf(grace)).toEqual([`connection_request ${ada.id}`]);
    expect(await end(grace, ada)).toEqual(none);
    expect(await end(grace, ada)).toEqual(none);
    expect(await cancel(ada, grace)).toEqual(none);
    expect(await accept(grace, ada)).toEqual(none);
    expect(await counts(ada)).toEqual({ followerCount: 0, followingCount: 0 });
  });

  test("to the sender of a pending request accepts that request", async () => {
    const [ada, grace] = await Promise.all([member("ada"), member("grace")]);
    await request(ada, grace);
    expect(await request(grace, ada)).toEqual(connected);
    expect(await notificationsOf(ada)).toEqual([`connection_accepted ${grace.id}`]);
    expect(await counts(ada)).toEqual({ followerCount: 0, followingCount: 1 });
  });

  test("deletes its notification when cancelled; notifies the sender when rejected and can be sent again", async () => {
    const [ada, grace] = await Promise.all([member("ada"), member("grace")]);
    await request(ada, grace);
    expect(await cancel(ada, grace)).toEqual(none);
    expect(await notificationsOf(grace)).toEqual([]);
    await request(ada, grace);
    expect(await reject(grace, ada)).toEqual(none);
    expect(await notificationsOf(ada)).toEqual([`connection_rejected ${grace.id}`]);
    await request(ada, grace);
    const [open, ...older] = await grace.call("listNotifications");
    expect(open).toMatchObject({ type: "connection_request", canAnswer: true, isRead: false });
    expect(older).toEqual([]);
    await accept(grace, ada);
    expect((await grace.call("listNotifications"))[0]).toMatchObject({ canAnswer: false, isRead: true });
  });

  test("can only be answered by its recipient", async () => {
    const [ada, grace, eve] = await Promise.all([member("ada"), member("grace"), member("eve")]);
    await request(ada, grace);
    for (const answer of ["accept", "reject"]) {
      expect((await errorOf(await ada.send("POST", `/api/connections/${answer}/${grace.id}`))).status).toBe(
        403,
      );
    }
    expect(await accept(eve, ada)).toEqual(none);
    expect(await cancel(eve, ada)).toEqual(none);
    expect(await cancel(grace, ada)).toEqual(wasAsked);
    expect(await end(grace, ada)).toEqual(wasAsked);
    expect(await status(ada, grace)).toEqual(asked);
  });
});

describe("the limits of requests", () => {
  /** The context of a member whose rate limits are on. */
  const limited = (one: Member, now = new Date()): MemberCtx => ({
    ...contextOf(one).ctx,
    limits: { areOn: true, take: async () => true },
    now: () => now,
  });
  const start = Date.now();
  const later = (minutes: number) => new Date(start + minutes * 60_000);
  /** Requests and is rejected until a request is refused. @returns the number of requests and the refusal */
  async function flood(one: Member, other: Member, at: Date) {
    for (let sent = 0; sent <= 200; sent++) {
      try {
        await requestConnection(limited(one, at), other.id);
      } catch (error) {
        return { sent, error: error as AppError };
      }
      await rejectRequest(limited(other, at), one.id);
    }
    throw new Error("200 requests passed");
  }

  test("slow down repeated requests to a member, and let that member's own request pass", async () => {
    const [ada, grace, eve] = await Promise.all([member("ada"), member("grace"), member("eve")]);
    const first = await flood(ada, grace, later(0));
    expect(first.sent).toBe(5);
    expect(first.error).toMatchObject({ code: "rate_limited", retryAfter: 3600 });
    expect(first.error.message).toBe(
      "You have sent this member several requests. Please try again in 60 minutes.",
    );
    expect((await notificationsOf(grace)).length).toBe(1);
    expect(await requestConnection(limited(ada), eve.id)).toEqual(asked);
    expect((await flood(ada, grace, later(61))).sent).toBe(5);
    const { sent, error } = await flood(ada, grace, later(122));
    expect([sent, error.retryAfter]).toEqual([0, (24 * 60 - 122) * 60]);
    await request(grace, ada);
    expect(await requestConnection(limited(ada, later(122)), grace.id)).toEqual(connected);
  });

  test("allow a new account 30 requests in 24 hours, and count none of them while rate limits are off", async () => {
    const [ada, grace, eve] = await Promise.all([member("ada"), member("grace"), member("eve")]);
    await env.DB.prepare(
      "INSERT INTO connection_requests (id, from_id, to_id, created_at) SELECT ?1 || value, ?1, ?2, ?3 FROM json_each(?4)",
    )
      .bind(ada.id, eve.id, later(0).toISOString(), JSON.stringify(Array.from({ length: 29 }, (_, n) => n)))
      .run();
    expect(await requestConnection(limited(ada), grace.id)).toEqual(asked);
    await expect(requestConnection(limited(ada), eve.id)).rejects.toThrow(
      "While your account is new, you can send 30 connection requests in 24 hours. Please try again in 24 hours.",
    );
    expect(await requestConnection(contextOf(ada).ctx, eve.id)).toEqual(asked);
  });

  test("forget requests after a day", async () => {
    const [ada, grace] = await Promise.all([member("ada"), member("grace")]);
    await request(ada, grace);
    const left = () =>
      env.DB.prepare("SELECT count(*) AS n FROM connection_requests WHERE from_id = ?")
        .bind(ada.id)
        .first("n");
    await expirySweeps.connection_requests?.(limited(ada, later(23 * 60)));
    expect(await left()).toBe(1);
    await expirySweeps.connection_requests?.(limited(ada, later(25 * 60)));
    expect(await left()).toBe(0);
  });
});

const writes: [CallName, string, string][] = [
  ["readConnectionStatus", "GET", "/api/connections/status/"],
  ["requestConnection", "POST", "/api/connections/request/"],
  ["cancelConnectionRequest", "DELETE", "/api/connections/request/"],
  ["acceptConnection", "POST", "/api/connections/accept/"],
  ["rejectConnection", "POST", "/api/connections/reject/"],
  ["disconnect", "DELETE", "/api/connections/"],
];

test.each(writes)("%s refuses oneself and unknown members", async (_, method, path) => {
  const ada = await member("ada");
  expect((await errorOf(await ada.send(method, path + ada.id))).status).toBe(422);
  expect((await errorOf(await ada.send(method, `${path}nobody`))).status).toBe(404);
  const left = await env.DB.prepare("SELECT count(*) AS n FROM connection_sides WHERE other = ?")
    .bind(ada.id)
    .first("n");
  expect(left).toBe(0);
});

test("returns the connections in both directions as stories, those with the newest accounts first", async () => {
  const [ada, cleo, bea, eve] = await Promise.all([
    member("a"),
    member("cleo"),
    member("bea"),
    member("eve"),
  ]);
  await connectByCalls(ada, cleo);
  await connectByCalls(bea, ada);
  await request(eve, ada);
  expect(await ada.call("readStories")).toEqual([
    ...[bea, cleo]
      .sort((one, other) => (one.id < other.id ? 1 : -1))
      .map(({ id, username }) => ({ id, username, fullName: expect.any(String), profileImage: null })),
  ]);
  expect(await eve.call("readStories")).toEqual([]);
});

test("publishes every step to the open tabs of both members and to nobody else", async () => {
  const [ada, grace, eve] = await Promise.all([member("ada"), member("grace"), member("eve")]);
  const [hers, his, others] = await Promise.all([Tab.online(ada), Tab.online(grace), Tab.online(eve)]);
  const step = (from: Member, to: Member, what: string) => ({
    fromUserId: from.id,
    toUserId: to.id,
    status: what,
  });
  const expectBothReceive = async (expected: unknown) => {
    expect(await hers.receive("connection_status")).toEqual(expected);
    expect(await his.receive("connection_status")).toEqual(expected);
  };
  await request(ada, grace);
  await expectBothReceive(step(ada, grace, "pending"));
  expect(await his.receive("notification")).toMatchObject({
    type: "connection_request",
    fromUserId: ada.id,
    fromUsername: ada.username,
    entityId: null,
  });
  await cancel(ada, grace);
  await expectBothReceive(step(ada, grace, "cancelled"));
  await request(ada, grace);
  await expectBothReceive(step(ada, grace, "pending"));
  await reject(grace, ada);
  await expectBothReceive(step(grace, ada, "rejected"));
  expect(await hers.receive("notification")).toMatchObject({ type: "connection_rejected" });
  await request(ada, grace);
  await expectBothReceive(step(ada, grace, "pending"));
  await request(grace, ada);
  await expectBothReceive(step(grace, ada, "accepted"));
  expect(await hers.receive("notification")).toMatchObject({ type: "connection_accepted" });
  await end(ada, grace);
  await expectBothReceive(step(ada, grace, "disconnected"));
  await others.settled();
  expect(others.frames).toEqual([]);
});

const useCases = {
  request: requestConnection,
  cancel: cancelRequest,
  accept: acceptRequest,
  reject: rejectRequest,
  disconnect,
};

/** A model of the calls: the state of a pair after each step. `asker` is 0 or 1. */
type Pair = { state: "none" } | { state: "pending"; asker: number } | { state: "accepted"; asker: number };
type Step = { by: number; what: keyof typeof useCases };

function next(pair: Pair, { by, what }: Step): Pair {
  const isMine = pair.state === "pending" && pair.asker === by;
  const isTheirs = pair.state === "pending" && pair.asker !== by;
  switch (what) {
    case "request":
      if (pair.state === "none") return { state: "pending", asker: by };
      return isTheirs ? { state: "accepted", asker: pair.asker } : pair;
    case "cancel":
      return isMine ? { state: "none" } : pair;
    case "accept":
      return isTheirs ? { state: "accepted", asker: pair.asker } : pair;
    case "reject":
      return isTheirs ? { state: "none" } : pair;
    case "disconnect":
      return pair.state === "accepted" ? { state: "none" } : pair;
  }
}

function seenBy(pair: Pair, who: number) {
  return {
    isConnected: pair.state === "accepted",
    isPending: pair.state === "pending" && pair.asker === who,
    hasPendingRequest: pair.state === "pending" && pair.asker !== who,
  };
}

/** Returns every order of the steps. */
function orders(list: Step[]): Step[][] {
  if (list.length < 2) return [list];
  return list.flatMap((step, at) => orders(list.toSpliced(at, 1)).map((rest) => [step, ...rest]));
}

const step = fc.record<Step>({
  by: fc.constantFrom(0, 1),
  what: fc.constantFrom("request", "request", "cancel", "accept", "accept", "reject", "disconnect"),
});
/** Groups of steps; the steps of a group run concurrently. */
const script = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 });

test("reads as many rows for a request and its cancellation, however many notifications the member has caused", async () => {
  const [ada, grace, eve] = [await member("ada"), await member("grace"), await member("eve")];
  const cost = async () => {
    const { ctx, cost } = contextOf(ada);
    await requestConnection(ctx, grace.id);
    await cancelRequest(ctx, grace.id);
    return cost.rowsRead;
  };
  const before = await cost();
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
     INSERT INTO notices (member, is_read, id, sender, type, created_at)
     SELECT m.key, 0, i, s.key, 'mention', 0 FROM n, users m, users s WHERE m.id = ? AND s.id = ?`,
  )
    .bind(eve.id, ada.id)
    .run();
  expect(await cost()).toBeLessThanOrEqual(before + 5);
});

/** Returns the context of a member with a realtime port that drops frames. */
function quietly(one: Member): MemberCtx {
  const nobody = () => undefined;
  const realtime = {
    publish: nobody,
    countsChanged: nobody,
    postCreated: nobody,
    endSessions: nobody,
    sessionRenewed: async () => undefined,
    connected: nobody,
    disconnected: nobody,
    accountClosed: nobody,
    presenceChanged: nobody,
    changed: nobody,
    postRemoved: nobody,
    postsChanged: nobody,
    memberChanged: nobody,
    expectChatSteps: async () => undefined,
    expectPushes: nobody,
  };
  return { ...contextOf(one).ctx, realtime };
}

test("ends in the state of some serial order for any script of concurrent steps", async () => {
  const pair = [quietly(await member("one")), quietly(await member("two"))] as const;
  const play = ({ by, what }: Step) => {
    const [me, other] = by === 0 ? pair : [pair[1], pair[0]];
    // Answering an own request fails; only the state matters here.
    return useCases[what](me, other.viewer.id).catch((error: AppError) =>
      expect(error.code).toBe("forbidden"),
    );
  };
  await fc.assert(
    fc.asyncProperty(script, async (groups) => {
      await env.DB.batch([
        env.DB.prepare("DELETE FROM connection_sides"),
        env.DB.prepare("DELETE FROM notices"),
      ]);
      let possible: Pair[] = [{ state: "none" }];
      for (const group of groups) {
        await Promise.all(group.map(play));
        const ends = orders(group).flatMap((order) => possible.map((start) => order.reduce(next, start)));
        const seen = await Promise.all([
          readConnectionStatus(pair[0], pair[1].viewer.id),
          readConnectionStatus(pair[1], pair[0].viewer.id),
        ]);
        possible = ends.filter((end) => {
          return JSON.stringify(seen) === JSON.stringify([seenBy(end, 0), seenBy(end, 1)]);
        });
        expect(possible.length, JSON.stringify({ group, seen })).toBeGreaterThan(0);
      }
      for (const [who, ctx] of pair.entries()) {
        const { followerCount, followingCount } = await readProfile(ctx, ctx.viewer.username);
        const fits = possible.filter((end) => {
          const asks = Number(end.state === "accepted" && end.asker === who);
          const asked = Number(end.state === "accepted" && end.asker !== who);
          return followingCount === asks && followerCount === asked;
        });
        expect(fits.length).toBeGreaterThan(0);
        const open = (await listNotifications(ctx)).items.filter(({ canAnswer }) => canAnswer);
        const isAsked = possible.some((end) => end.state === "pending" && end.asker !== who);
        expect(open.length).toBe(Number(isAsked));
      }
    }),
    { numRuns: 60 },
  );
});
