import { env, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ServerFrame } from "~/contract/channel";
import { COUNT_THROTTLE_MS } from "~/contract/limits";
import { openDb } from "~/db/client";
import { AlarmSchedule } from "../../workers/hub/alarm-schedule";
import { Audience } from "../../workers/hub/audience";
import { CALLS_PER_EVENT, DeliveryQueue } from "../../workers/hub/delivery-queue";
import { FanOut } from "../../workers/hub/fan-out";
import { Sockets } from "../../workers/hub/sockets";
import { connect, eventually, Tab } from "./channel";
import { member } from "./client";
import { advance, crash, hub, useFakeClock } from "./hubs";

type Member = Awaited<ReturnType<typeof member>>;

/** Calls an event may make here. */
const SIZE = 2;
const HOUR_MS = 3_600_000;

// What is due now is due in an hour by the clock of alarms: they come when the test says, and only then.
beforeEach(() => {
  useFakeClock();
  vi.setSystemTime(Date.now() + HOUR_MS);
});

afterEach(() => {
  vi.useRealTimers();
});

/** A member without a tab, whose connections have one each. */
async function memberWithAudience(size: number): Promise<{ ada: Member; friends: Member[]; tabs: Tab[] }> {
  const ada = await member("ada");
  // As any call from outside does, this lets the hub know whose it is.
  await hub(ada).presenceChanged(ada.id);
  const friends: Member[] = [];
  const tabs: Tab[] = [];
  for (let n = 0; n < size; n++) {
    const friend = await member(`friend${n}`);
    await connect(ada, friend);
    friends.push(friend);
    tabs.push(await Tab.online(friend));
  }
  return { ada, friends, tabs };
}

interface Small {
  alarms: AlarmSchedule;
  audience: Audience;
  fanOut: FanOut;
}

/** Does something in a member's hub whose parts are small; `post` is how a frame reaches another hub. */
function inSmallChunks(
  owner: Member,
  act: (small: Small, state: DurableObjectState) => Promise<void>,
  post = (to: string, frame: ServerFrame) => hub({ id: to }).deliver(frame) as Promise<boolean>,
  DB = env.DB,
): Promise<void> {
  return runInDurableObject(hub(owner), (_, state) => {
    const { storage } = state;
    const { db } = openDb(DB);
    const alarms = new AlarmSchedule(storage);
    const fanOut = new FanOut(
      { storage, db, alarms, deliveries: new DeliveryQueue(storage, alarms, post) },
      SIZE,
    );
    const sockets = new Sockets(state);
    const audience = new Audience({ storage, db, sockets, alarms, fanOut, memberId: () => owner.id });
    return act({ alarms, audience, fanOut }, state);
  });
}

const shared = (postId: string) => ({
  type: "share_post" as const,
  payload: { postId, fromUserId: "ada", fromUsername: "ada" },
});

/** What the tabs were told, as far as it has come: posts that were shared, and counts. */
async function heard(tabs: Tab[]): Promise<(string | number)[][]> {
  await Promise.all(tabs.map((tab) => tab.settled()));
  return tabs.map(({ frames }) =>
    frames.flatMap(({ type, payload }) =>
      type === "share_post" ? payload.postId : type === "like_update" ? payload.count : [],
    ),
  );
}

const chunksOf = (owner: Member) =>
  runInDurableObject(hub(owner), (_, { storage }) => [...storage.kv.list({ prefix: "chunk:" })].length);

const alarmOf = (owner: Member) => runInDurableObject(hub(owner), (_, { storage }) => storage.getAlarm());

/** A post of the member's, with so many likes. */
async function likedPost(id: string, owner: Member, likes: number): Promise<void> {
  await env.DB.batch([
    env.DB.prepare(
      "INSERT INTO media (id, user_id, content_type, size, width, height, placeholder, color, created_at) VALUES (?, ?, 'image/webp', 1, 1, 1, '', '', '')",
    ).bind(id, owner.id),
    env.DB.prepare(
      "INSERT INTO posts (id, user_id, media_url, media_id, width, height, placeholder, color, like_count, created_at) VALUES (?, ?, '/media/m', ?, 1, 1, '', '', ?, '')",
    ).bind(id, owner.id, id, likes),
  ]);
}

const liked = (postId: string) => ({ type: "like_update" as const, payload: { postId, count: 0 } });

test("goes out in parts, one an alarm, to each once, and the hub sleeps again", async () => {
  const { ada, tabs } = await memberWithAudience(5);
  await inSmallChunks(ada, ({ audience }) => audience.publish(shared("p"), Date.now()));
  const times = async () => (await heard(tabs)).flat().length;
  const told = [await times()];
  for (let part = 0; part < 3; part++) {
    await advance(ada, 1);
    told.push(await times());
  }
  expect(told).toEqual([0, 2, 4, 5]);
  expect(await heard(tabs)).toEqual([["p"], ["p"], ["p"], ["p"], ["p"]]);
  expect(await chunksOf(ada)).toBe(0);
  expect(await alarmOf(ada)).toBe(null);
});

test("goes out at once, with nothing written down, when an event may make the calls", async () => {
  const { ada, tabs } = await memberWithAudience(2);
  await inSmallChunks(ada, async ({ audience }, { storage }) => {
    const before = [...storage.kv.list()];
    await audience.publish(shared("p"), Date.now());
    expect([...storage.kv.list()]).toEqual(before);
  });
  expect(await heard(tabs)).toEqual([["p"], ["p"]]);
});

test("goes on after a crash in the middle of a part", async () => {
  const { ada, tabs } = await memberWithAudience(5);
  await inSmallChunks(ada, ({ audience }) => audience.publish(shared("p"), Date.now()));
  await advance(ada, 1);
  const dying = inSmallChunks(
    ada,
    ({ alarms, fanOut }) => alarms.run(Date.now(), () => fanOut.sendChunk()),
    async (to, frame) => {
      await hub({ id: to }).deliver(frame);
      await crash(ada);
      return true;
    },
  );
  await expect(dying).rejects.toThrow("a crash");
  expect(await chunksOf(ada)).toBe(2);
  for (const ms of [60_000, 1]) await advance(ada, ms);
  for (const told of await heard(tabs)) expect(new Set(told)).toEqual(new Set(["p"]));
  expect(await chunksOf(ada)).toBe(0);
  expect(await alarmOf(ada)).toBe(null);
});

test("keeps its order: what comes later comes after all parts", async () => {
  const { ada, tabs, friends } = await memberWithAudience(3);
  await inSmallChunks(ada, async ({ audience, fanOut }) => {
    await audience.publish(shared("first"), Date.now());
    await fanOut.send([{ to: friends[2]?.id ?? "", frame: shared("second") }]);
    await audience.publish(shared("third"), Date.now());
  });
  for (let part = 0; part < 5; part++) await advance(ada, 1);
  expect(await heard(tabs)).toEqual([
    ["first", "third"],
    ["first", "third"],
    ["first", "second", "third"],
  ]);
});

test("holds counts back while parts wait, and then tells the newest", async () => {
  const { ada, tabs } = await memberWithAudience(2);
  await likedPost("popular", ada, 3);
  await inSmallChunks(ada, async ({ audience, fanOut }) => {
    await fanOut.send(Array.from({ length: 3 }, () => ({ to: "nobody", frame: shared("p") })));
    await audience.publish(liked("popular"), Date.now());
  });
  await advance(ada, 1);
  await env.DB.prepare("UPDATE posts SET like_count = 9 WHERE id = 'popular'").run();
  await advance(ada, 1);
  expect(await heard(tabs)).toEqual([[], []]);
  await advance(ada, COUNT_THROTTLE_MS);
  expect(await heard(tabs)).toEqual([[9], [9]]);
  expect(await alarmOf(ada)).toBe(null);
});

test("of a count that cannot be sent is tried again, also when that fails, until it is told", async () => {
  const { ada, tabs } = await memberWithAudience(2);
  await likedPost("late", ada, 3);
  const away = new Proxy(env.DB, {
    get: () => {
      throw new Error("no database");
    },
  });
  const inVain = (act: (small: Small) => Promise<void>) => inSmallChunks(ada, act, undefined, away);
  await inVain(async ({ audience }) => {
    await expect(audience.publish(liked("late"), Date.now())).rejects.toThrow("no database");
  });
  vi.setSystemTime(Date.now() + COUNT_THROTTLE_MS);
  await inVain(async ({ audience, alarms }) => {
    expect(alarms.get("send-counts")).toBeLessThanOrEqual(Date.now());
    await alarms.run(Date.now(), () => audience.sendPendingCounts(Date.now()));
    expect(alarms.get("send-counts")).toBe(Date.now() + COUNT_THROTTLE_MS);
  });
  await env.DB.prepare("UPDATE posts SET like_count = 9 WHERE id = 'late'").run();
  await advance(ada, COUNT_THROTTLE_MS);
  expect(await heard(tabs)).toEqual([[9], [9]]);
  expect(await alarmOf(ada)).toBe(null);
});

test("of many held counts makes no more calls than an event may", async () => {
  const { ada, tabs } = await memberWithAudience(2);
  const posts = ["one", "two", "three"];
  for (const [at, id] of posts.entries()) await likedPost(id, ada, at + 1);
  await inSmallChunks(ada, async ({ audience, fanOut }, { storage }) => {
    const now = Date.now();
    await fanOut.send(Array.from({ length: 3 }, () => ({ to: "nobody", frame: shared("p") })));
    for (const id of posts) await audience.publish(liked(id), now);
    for (let part = 0; part < 2; part++) await fanOut.sendChunk();
    const left: number[] = [];
    for (const _ of posts) {
      await audience.sendPendingCounts(now);
      left.push([...storage.kv.list({ prefix: "count:" })].length);
    }
    expect(left).toEqual([2, 1, 0]);
  });
  for (const told of await heard(tabs)) expect(told.sort()).toEqual([1, 2, 3]);
});

test("of one who has left is all that is kept of them, and not for long", async () => {
  const { ada, friends, tabs } = await memberWithAudience(1);
  const envelopes = Array.from({ length: CALLS_PER_EVENT }, () => ({ to: "nobody", frame: shared("p") }));
  await hub(ada).accountDeleted([], [...envelopes, { to: friends[0]?.id ?? "", frame: shared("last") }]);
  await eventually(async () => expect(await chunksOf(ada)).toBe(2));
  for (let part = 0; part < 2; part++) await advance(ada, 1);
  expect(await heard(tabs)).toEqual([["last"]]);
  await runInDurableObject(hub(ada), (_, { storage }) => expect([...storage.kv.list()]).toEqual([]));
  expect(await alarmOf(ada)).toBe(null);
});
