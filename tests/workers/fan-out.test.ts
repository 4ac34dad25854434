import { env } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { COUNT_THROTTLE_MS } from "~/contract/limits";
import { HOUR_MS, MINUTE_MS } from "~/contract/time";
import type { Announcement, Envelope } from "~/platform/realtime";
import { eventually, Tab } from "./channel";
import { type Member, member } from "./client";
import { connect } from "./connect";
import {
  advance,
  crash,
  dieInAlarm,
  duringNextDelivery,
  hub,
  insertPost,
  limitCalls,
  setClockAhead,
  stored,
} from "./hubs";

beforeEach(() => {
  setClockAhead();
  limitCalls(2);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Returns a member without a tab and `size` connections with one tab each. */
async function memberWithAudience(size: number): Promise<{ ada: Member; friends: Member[]; tabs: Tab[] }> {
  const ada = await member("ada");
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

const announce = (owner: Member, announcement: Announcement) => hub(owner).deliver([announcement]);

/** Has a member's hub publish to the connections that a post is gone. */
const remove = (owner: Member, postId: string) =>
  announce(owner, { type: "post_removed", payload: { memberId: owner.id, postId } });

/** Stores the number of likes of a post, and has the hub of its owner publish it. */
async function like(owner: Member, postId: string, likes: number): Promise<void> {
  await env.DB.prepare("UPDATE posts SET like_count = ? WHERE id = ?").bind(likes, postId).run();
  await announce(owner, { type: "counts_changed", payload: { memberId: owner.id, postId, count: "likes" } });
}

const toNobody = (): Envelope => ({
  to: `nobody${crypto.randomUUID()}`,
  frame: { type: "new_post", payload: { postId: "p" } },
});

/** Has a member's hub send two chunks to hubs of nobody. */
const sendChunks = (owner: Member) =>
  hub(owner).publish(
    owner.id,
    { changes: [], envelopes: [toNobody(), toNobody(), toNobody()] },
    () => undefined,
  );

/** Returns, for each tab, the removed posts and the like counts received so far. */
async function received(tabs: Tab[]): Promise<(string | number)[][]> {
  await Promise.all(tabs.map((tab) => tab.settled()));
  return tabs.map(({ frames }) =>
    frames.flatMap(({ type, payload }) =>
      type === "post_deleted" ? payload.postId : type === "like_update" ? payload.count : [],
    ),
  );
}

/** Runs the alarms of a hub, each `ms` later, until none is set. @returns their number, at most 20 */
async function runAlarms(owner: Member, ms: number): Promise<number> {
  for (let ran = 0; ran < 20; ran++) if (!(await advance(owner, ms))) return ran;
  return 20;
}

test.each([
  [5, [0, 2, 4, 5]],
  [4, [0, 2, 4]],
])("sends %i frames in chunks, one per alarm, each frame once, and leaves no alarm", async (size, sent) => {
  const { ada, tabs } = await memberWithAudience(size);
  await remove(ada, "p");
  const count = async () => (await received(tabs)).flat().length;
  const counts = [await count()];
  while (counts.length < 9 && (await advance(ada, 1))) counts.push(await count());
  expect(counts).toEqual(sent);
  expect(await received(tabs)).toEqual(tabs.map(() => ["p"]));
});

test("sends at once and stores nothing when one event may make the calls", async () => {
  const { ada, tabs } = await memberWithAudience(2);
  await remove(ada, "p");
  const before = await stored(ada);
  await remove(ada, "q");
  expect(await received(tabs)).toEqual(tabs.map(() => ["p", "q"]));
  expect(await stored(ada)).toBe(before);
  expect(await advance(ada, 1)).toBe(false);
});

test("resumes after a crash in the middle of a chunk", async () => {
  const { ada, tabs } = await memberWithAudience(5);
  await remove(ada, "p");
  await advance(ada, 1);
  duringNextDelivery(() => crash(ada));
  await dieInAlarm(ada);
  for (const ms of [MINUTE_MS, 1]) expect(await advance(ada, ms)).toBe(true);
  for (const posts of await received(tabs)) expect(new Set(posts)).toEqual(new Set(["p"]));
  expect(await advance(ada, 1)).toBe(false);
});

test("sends later frames after every chunk of an earlier fan-out", async () => {
  const { ada, friends, tabs } = await memberWithAudience(3);
  await remove(ada, "first");
  await env.DB.prepare("DELETE FROM connection_sides WHERE other IN (?, ?)")
    .bind(friends[0]?.id, friends[1]?.id)
    .run();
  await remove(ada, "second");
  expect((await received(tabs)).flat()).toEqual([]);
  await runAlarms(ada, 1);
  expect(await received(tabs)).toEqual([["first"], ["first"], ["first", "second"]]);
});

test("postpones counts while chunks wait, then sends the newest count", async () => {
  const { ada, tabs } = await memberWithAudience(2);
  await insertPost("popular", ada, 3);
  await sendChunks(ada);
  await like(ada, "popular", 3);
  expect(await advance(ada, 2 * COUNT_THROTTLE_MS)).toBe(true);
  // The count is due longer than the second chunk.
  expect(await advance(ada, 0)).toBe(true);
  await like(ada, "popular", 9);
  expect(await advance(ada, 0)).toBe(true);
  expect(await received(tabs)).toEqual([[], []]);
  expect(await advance(ada, COUNT_THROTTLE_MS)).toBe(true);
  expect(await received(tabs)).toEqual([[9], [9]]);
  expect(await advance(ada, 1)).toBe(false);
});

test("retries a count that could not be sent until it is sent", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { ada, tabs } = await memberWithAudience(2);
  await insertPost("late", ada, 3);
  await env.DB.exec("ALTER TABLE hub_subscriptions RENAME TO gone");
  await like(ada, "late", 9);
  await advance(ada, COUNT_THROTTLE_MS);
  await env.DB.exec("ALTER TABLE gone RENAME TO hub_subscriptions");
  // Two and a half seconds, at least.
  await advance(ada, 2000);
  expect(await received(tabs)).toEqual([[], []]);
  await advance(ada, 3000);
  expect(await received(tabs)).toEqual([[9], [9]]);
  expect(await advance(ada, 1)).toBe(false);
});

test("sends a postponed count although the hub crashes while it sends it", async () => {
  const { ada, tabs } = await memberWithAudience(1);
  await insertPost("crashed", ada, 3);
  for (const likes of [3, 4]) await like(ada, "crashed", likes);
  vi.setSystemTime(Date.now() + COUNT_THROTTLE_MS);
  duringNextDelivery(async () => {
    await crash(ada);
    throw new Error("The delivery is lost with its sender.");
  });
  await dieInAlarm(ada);
  expect(await received(tabs)).toEqual([[3]]);
  await advance(ada, MINUTE_MS);
  expect(await received(tabs)).toEqual([[3, 4]]);
  expect(await advance(ada, 1)).toBe(false);
});

test("sends a count again that changes while it is sent", async () => {
  const { ada, tabs } = await memberWithAudience(1);
  await insertPost("changing", ada, 3);
  for (const likes of [3, 4]) await like(ada, "changing", likes);
  duringNextDelivery(() => like(ada, "changing", 5));
  await runAlarms(ada, COUNT_THROTTLE_MS);
  expect(await received(tabs)).toEqual([[3, 4, 5]]);
});

test("sends postponed counts within the calls of one event", async () => {
  const { ada, tabs } = await memberWithAudience(2);
  const posts = ["one", "two", "three"];
  for (const id of posts) await insertPost(id, ada, 0);
  const likeAll = async (likes: number) => {
    for (const id of posts) await like(ada, id, likes);
  };
  const numbers = async () => (await received(tabs)).map((counts) => counts.length);
  // The second change of each is postponed.
  for (const likes of [1, 2]) await likeAll(likes);
  for (const alarm of [1, 2, 3]) {
    await advance(ada, COUNT_THROTTLE_MS);
    expect(await numbers()).toEqual([3 + alarm, 3 + alarm]);
  }
  limitCalls(9);
  vi.setSystemTime(Date.now() + COUNT_THROTTLE_MS);
  for (const likes of [3, 4]) await likeAll(likes);
  await advance(ada, COUNT_THROTTLE_MS);
  expect(await numbers()).toEqual([12, 12]);
  expect(await advance(ada, 1)).toBe(false);
});

test("sends the last frames of a deleted account, then leaves its hub empty", async () => {
  const { ada, friends, tabs } = await memberWithAudience(1);
  const last: Envelope = {
    to: friends[0]?.id ?? "",
    frame: { type: "post_deleted", payload: { postId: "last" } },
  };
  // Chunks wait, for an alarm at this time.
  await sendChunks(ada);
  expect(await stored(ada)).toBeGreaterThan(0);
  await hub(ada).accountClosed([], [toNobody(), toNobody(), last]);
  // It stores them behind its reply.
  await eventually(async () => expect(await advance(ada, 1)).toBe(true));
  expect(await received(tabs)).toEqual([[]]);
  await advance(ada, 1);
  expect(await received(tabs)).toEqual([["last"]]);
  expect(await stored(ada)).toBe(0);
  expect(await advance(ada, 1)).toBe(false);
});

test("sends a count behind one that always fails, which is dropped after ten attempts", async () => {
  const { ada, tabs } = await memberWithAudience(1);
  await insertPost("behind", ada, 3);
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  // Before the other one in the order of the keys. No statement takes this value.
  const postId = { $: 1 } as unknown as string;
  await announce(ada, { type: "counts_changed", payload: { memberId: ada.id, postId, count: "likes" } });
  for (const likes of [3, 4]) await like(ada, "behind", likes);
  await advance(ada, COUNT_THROTTLE_MS);
  expect(await received(tabs)).toEqual([[3, 4]]);
  expect(await runAlarms(ada, HOUR_MS)).toBe(9);
  expect(errors.mock.calls.filter(([line]) => String(line).includes("count dropped"))).toHaveLength(1);
});
