import { env, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ServerFrame } from "~/contract/channel";
import { COUNT_THROTTLE_MS } from "~/contract/limits";
import { DAY_MS, HOUR_MS } from "~/contract/time";
import { openDb } from "~/db/client";
import type { Envelope } from "~/platform/realtime";
import { AlarmSchedule } from "../../workers/hub/alarm-schedule";
import type { Delivery, Received } from "../../workers/hub/call-hub";
import { CountPublisher } from "../../workers/hub/count-publisher";
import { CALLS_PER_EVENT, DeliveryQueue } from "../../workers/hub/delivery-queue";
import { FanOut } from "../../workers/hub/fan-out";
import { Sockets } from "../../workers/hub/sockets";
import { connect, eventually, Tab } from "./channel";
import { type Member, member } from "./client";
import { advance, crash, hub, insertPost, setClockAhead } from "./hubs";

/** Calls per event in these tests. */
const SIZE = 2;

beforeEach(setClockAhead);

afterEach(() => {
  vi.useRealTimers();
});

/** Returns a member without a tab and `size` connections with one tab each. */
async function memberWithAudience(size: number): Promise<{ ada: Member; friends: Member[]; tabs: Tab[] }> {
  const ada = await member("ada");
  // Stores the member's id in the hub, as a call from the edge does.
  await hub(ada).presenceChanged(ada.id);
  // The member has no device to push to: the notifications of the new connections would set an alarm too.
  await runInDurableObject(hub(ada), (_, { storage }) =>
    storage.kv.put("no-push-until", Date.now() + DAY_MS),
  );
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

interface HubParts {
  alarms: AlarmSchedule;
  counts: CountPublisher;
  fanOut: FanOut;
}

const deliver = ({ to, frames }: Delivery) => hub({ id: to }).deliver(frames) as Promise<Received>;

/** Runs `act` in a member's hub with chunks of two envelopes. */
function inSmallChunks(
  owner: Member,
  act: (parts: HubParts, state: DurableObjectState) => Promise<void>,
  deliverOne = deliver,
  DB = env.DB,
): Promise<void> {
  return runInDurableObject(hub(owner), (_, state) => {
    const { storage } = state;
    const { db } = openDb(DB);
    const alarms = new AlarmSchedule(storage);
    const deliveries = new DeliveryQueue(storage, alarms, deliverOne);
    const fanOut = new FanOut({ storage, db, alarms, deliveries }, SIZE);
    const sockets = new Sockets(state);
    const counts = new CountPublisher({
      storage,
      db,
      send: (frame) => sockets.send(frame),
      alarms,
      fanOut,
      memberId: () => owner.id,
    });
    return act({ alarms, counts, fanOut }, state);
  });
}

const shared = (postId: string): ServerFrame => ({
  type: "share_post",
  payload: { postId, fromUserId: "ada", fromUsername: "ada" },
});

const toAll = (members: Member[], frame: ServerFrame): Envelope[] =>
  members.map(({ id }) => ({ to: id, frame }));

/** Returns, for each tab, the shared posts and like counts received so far. */
async function received(tabs: Tab[]): Promise<(string | number)[][]> {
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

test.each([
  [5, [0, 2, 4, 5]],
  [4, [0, 2, 4]],
])("sends %i frames in chunks, one per alarm, each frame once, and leaves no alarm", async (size, sent) => {
  const { ada, friends, tabs } = await memberWithAudience(size);
  await inSmallChunks(ada, async ({ fanOut }) => void (await fanOut.send(toAll(friends, shared("p")))));
  const count = async () => (await received(tabs)).flat().length;
  const counts = [await count()];
  while (counts.length < sent.length) {
    await advance(ada, 1);
    counts.push(await count());
  }
  expect(counts).toEqual(sent);
  expect(await received(tabs)).toEqual(tabs.map(() => ["p"]));
  expect(await chunksOf(ada)).toBe(0);
  expect(await alarmOf(ada)).toBe(null);
});

test("sends at once and stores nothing when one event may make the calls", async () => {
  const { ada, tabs, friends } = await memberWithAudience(2);
  await inSmallChunks(ada, async ({ fanOut }, { storage }) => {
    const before = [...storage.kv.list()];
    await fanOut.send(toAll(friends, shared("p")));
    expect([...storage.kv.list()]).toEqual(before);
  });
  expect(await received(tabs)).toEqual([["p"], ["p"]]);
});

test("resumes after a crash in the middle of a chunk", async () => {
  const { ada, friends, tabs } = await memberWithAudience(5);
  await inSmallChunks(ada, async ({ fanOut }) => void (await fanOut.send(toAll(friends, shared("p")))));
  await advance(ada, 1);
  const dying = inSmallChunks(
    ada,
    ({ alarms, fanOut }) => alarms.run(Date.now(), () => fanOut.sendChunk()),
    async (envelope) => {
      const listening = await deliver(envelope);
      await crash(ada);
      return listening;
    },
  );
  await expect(dying).rejects.toThrow("a crash");
  expect(await chunksOf(ada)).toBe(2);
  for (const ms of [60_000, 1]) await advance(ada, ms);
  for (const posts of await received(tabs)) expect(new Set(posts)).toEqual(new Set(["p"]));
  expect(await chunksOf(ada)).toBe(0);
  expect(await alarmOf(ada)).toBe(null);
});

test("sends later frames after every chunk of an earlier fan-out", async () => {
  const { ada, tabs, friends } = await memberWithAudience(3);
  await inSmallChunks(ada, async ({ fanOut }) => {
    await fanOut.send(toAll(friends, shared("first")));
    await fanOut.send([{ to: friends[2]?.id ?? "", frame: shared("second") }]);
    await fanOut.send(toAll(friends, shared("third")));
  });
  for (let chunk = 0; chunk < 5; chunk++) await advance(ada, 1);
  expect(await received(tabs)).toEqual([
    ["first", "third"],
    ["first", "third"],
    ["first", "second", "third"],
  ]);
});

test("postpones counts while chunks wait, then sends the newest count", async () => {
  const { ada, tabs } = await memberWithAudience(2);
  await insertPost("popular", ada, 3);
  await inSmallChunks(ada, async ({ counts, fanOut }) => {
    await fanOut.send(Array.from({ length: 3 }, () => ({ to: "nobody", frame: shared("p") })));
    await counts.countsChanged({ postId: "popular", count: "likes" }, Date.now());
  });
  await advance(ada, 1);
  await env.DB.prepare("UPDATE posts SET like_count = 9 WHERE id = 'popular'").run();
  await advance(ada, 1);
  expect(await received(tabs)).toEqual([[], []]);
  await advance(ada, COUNT_THROTTLE_MS);
  expect(await received(tabs)).toEqual([[9], [9]]);
  expect(await alarmOf(ada)).toBe(null);
});

test("retries a count that could not be sent until it is sent", async () => {
  const { ada, tabs } = await memberWithAudience(2);
  await insertPost("late", ada, 3);
  const brokenDb = new Proxy(env.DB, {
    get: () => {
      throw new Error("no database");
    },
  });
  const withoutDb = (act: (parts: HubParts) => Promise<void>) => inSmallChunks(ada, act, undefined, brokenDb);
  await withoutDb(async ({ counts }) => {
    await expect(counts.countsChanged({ postId: "late", count: "likes" }, Date.now())).rejects.toThrow(
      "no database",
    );
  });
  vi.setSystemTime(Date.now() + COUNT_THROTTLE_MS);
  await withoutDb(async ({ counts, alarms }) => {
    expect(alarms.get("send-counts")).toBeLessThanOrEqual(Date.now());
    await alarms.run(Date.now(), () => counts.sendPostponed(Date.now()));
    expect(alarms.get("send-counts")).toBeGreaterThan(Date.now() + COUNT_THROTTLE_MS);
  });
  await env.DB.prepare("UPDATE posts SET like_count = 9 WHERE id = 'late'").run();
  await advance(ada, 5000);
  expect(await received(tabs)).toEqual([[9], [9]]);
  expect(await alarmOf(ada)).toBe(null);
});

test("sends a postponed count although the hub crashes while it sends it", async () => {
  const { ada, tabs } = await memberWithAudience(1);
  await insertPost("crashed", ada, 3);
  await inSmallChunks(ada, async ({ counts, fanOut }) => {
    await fanOut.send(Array.from({ length: 3 }, () => ({ to: "nobody", frame: shared("p") })));
    await counts.countsChanged({ postId: "crashed", count: "likes" }, Date.now());
    for (let chunk = 0; chunk < 2; chunk++) await fanOut.sendChunk();
  });
  vi.setSystemTime(Date.now() + COUNT_THROTTLE_MS);
  const dying = inSmallChunks(
    ada,
    ({ alarms, counts }) => alarms.run(Date.now(), () => counts.sendPostponed(Date.now())),
    async () => {
      await crash(ada);
      throw new Error("The delivery is lost with its sender.");
    },
  );
  await expect(dying).rejects.toThrow("a crash");
  expect(await received(tabs)).toEqual([[]]);
  for (const ms of [60_000, 1]) await advance(ada, ms);
  expect(await received(tabs)).toEqual([[3]]);
  expect(await alarmOf(ada)).toBe(null);
});

test("sends a count again that changes while it is sent", async () => {
  const { ada, tabs } = await memberWithAudience(1);
  await insertPost("changing", ada, 3);
  await inSmallChunks(ada, async ({ counts, fanOut }) => {
    await fanOut.send(Array.from({ length: 3 }, () => ({ to: "nobody", frame: shared("p") })));
    await counts.countsChanged({ postId: "changing", count: "likes" }, Date.now());
    for (let chunk = 0; chunk < 2; chunk++) await fanOut.sendChunk();
  });
  let change = async () => {};
  await inSmallChunks(
    ada,
    async ({ counts }) => {
      change = async () => {
        await env.DB.prepare("UPDATE posts SET like_count = 4 WHERE id = 'changing'").run();
        await counts.countsChanged({ postId: "changing", count: "likes" }, Date.now());
      };
      await counts.sendPostponed(Date.now());
    },
    async (envelope) => {
      await change();
      return deliver(envelope);
    },
  );
  for (let task = 0; task < 2; task++) await advance(ada, COUNT_THROTTLE_MS);
  expect(await received(tabs)).toEqual([[3, 4]]);
  expect(await alarmOf(ada)).toBe(null);
});

test("sends postponed counts within the calls of one event", async () => {
  const { ada, tabs } = await memberWithAudience(2);
  const posts = ["one", "two", "three"];
  for (const [at, id] of posts.entries()) await insertPost(id, ada, at + 1);
  await inSmallChunks(ada, async ({ counts, fanOut }, { storage }) => {
    const now = Date.now();
    await fanOut.send(Array.from({ length: 3 }, () => ({ to: "nobody", frame: shared("p") })));
    for (const id of posts) await counts.countsChanged({ postId: id, count: "likes" }, now);
    for (let chunk = 0; chunk < 2; chunk++) await fanOut.sendChunk();
    const left: number[] = [];
    for (const _ of posts) {
      await counts.sendPostponed(now);
      left.push([...storage.kv.list({ prefix: "count:" })].length);
    }
    expect(left).toEqual([2, 1, 0]);
  });
  for (const counts of await received(tabs)) expect(counts.sort()).toEqual([1, 2, 3]);
});

test("sends the last frames of a deleted account, then leaves its hub empty", async () => {
  const { ada, friends, tabs } = await memberWithAudience(1);
  const envelopes = Array.from({ length: CALLS_PER_EVENT }, () => ({ to: "nobody", frame: shared("p") }));
  await hub(ada).accountClosed([], [...envelopes, { to: friends[0]?.id ?? "", frame: shared("last") }]);
  await eventually(async () => expect(await chunksOf(ada)).toBe(2));
  for (let chunk = 0; chunk < 2; chunk++) await advance(ada, 1);
  expect(await received(tabs)).toEqual([["last"]]);
  await runInDurableObject(hub(ada), (_, { storage }) => expect([...storage.kv.list()]).toEqual([]));
  expect(await alarmOf(ada)).toBe(null);
});

test("sends a count behind one that always fails, which is dropped after ten attempts", async () => {
  const { ada, tabs } = await memberWithAudience(1);
  await insertPost("behind", ada, 3);
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  // The first in the order of the keys. No statement takes this value.
  const broken = { postId: { $: 1 }, count: "likes" };
  await runInDurableObject(hub(ada), (_, { storage }) => {
    storage.kv.put("count:likes:a", broken);
    storage.kv.put("count:likes:behind", { postId: "behind", count: "likes" });
    new AlarmSchedule(storage).set("send-counts", Date.now());
  });
  await advance(ada, 1);
  expect(await received(tabs)).toEqual([[3]]);
  for (let attempt = 1; attempt < 10; attempt++) await advance(ada, HOUR_MS);
  expect(errors.mock.calls.filter(([line]) => String(line).includes("count dropped"))).toHaveLength(1);
  expect(await alarmOf(ada)).toBe(null);
  errors.mockRestore();
});
