import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CallName } from "~/contract/calls";
import { COUNT_THROTTLE_MS } from "~/contract/limits";
import { sleep } from "~/contract/time";
import { UserHub } from "../../workers/user-hub";
import { eventually } from "./channel";
import { dataUrl, member } from "./client";
import { connect, openChannel } from "./connect";
import { again } from "./sessions";

/** The events of a hub that the runtime starts. */
const events = ["constructor", "fetch", "alarm", "webSocketMessage", "webSocketClose", "webSocketError"];

/** The calls of hubs, by method. */
let made: string[] = [];

/** Milliseconds by which `Date.now` is ahead. */
let ahead = 0;

beforeEach(() => {
  const now = Date.now;
  vi.spyOn(Date, "now").mockImplementation(() => now() + ahead);
  for (const name of Object.getOwnPropertyNames(UserHub.prototype)) {
    if (events.includes(name)) continue;
    const method: UserHub["session"] = Reflect.get(UserHub.prototype, name);
    // `spyOn` takes names that the type knows; each method is passed on as it is.
    vi.spyOn(UserHub.prototype, name as "session").mockImplementation(function (this: UserHub, ...args) {
      made.push(name);
      return method.apply(this, args);
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
  ahead = 0;
});

/** Ada's post with her comment, and Grace, her connection. Both have an open tab, and their hubs cache their feeds. */
async function likeable() {
  const [ada, other] = [await member("ada"), await member("grace")];
  const grace = await again(other);
  await connect(ada, other);
  const { id } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
  const { id: commentId } = await ada.call("addComment", { params: { id }, body: { comment: "Dusk" } });
  const [hers, his] = [await openChannel(ada), await openChannel(grace)];
  for (const one of [await again(ada), grace]) await one.call("readFeed");
  return { grace, hers, his, id, commentId };
}

const counted = { like: "like_update", comment: "comment_like_update" } as const;

test.each([
  ["likePost", "unlikePost", "like"],
  ["likeComment", "unlikeComment", "comment"],
] as const)(
  "%s and %s call the hubs of the member and of the owner once, beside the session look-up",
  async (...[like, unlike, of]) => {
    const { grace, hers, his, id, commentId } = await likeable();
    const typesOf = (frames: typeof hers) => frames.map(({ type }) => type);
    for (const [name, notification] of [
      [like, "notification"],
      [unlike, "notification_deleted"],
    ] as const satisfies [CallName, string][]) {
      // A count that was published within the last second would wait for an alarm.
      ahead += COUNT_THROTTLE_MS;
      for (const frames of [hers, his]) frames.length = 0;
      made = [];
      await grace.call(name, { params: { id, commentId } });
      await eventually(async () => {
        expect(typesOf(hers)).toEqual(expect.arrayContaining([counted[of], notification]));
        expect(typesOf(his)).toContain(counted[of]);
      });
      expect(made).toEqual(["session", "publish", "deliver"]);
    }
  },
);

test("the state of a like that comes back after a later one is read again", async () => {
  const { grace, his, id } = await likeable();
  const { deliver } = UserHub.prototype;
  let [isHeld, likes] = [true, 0];
  Reflect.set(
    UserHub.prototype,
    "deliver",
    async function (this: UserHub, ...args: Parameters<typeof deliver>) {
      const received = await deliver.apply(this, args);
      const isFirst = args[0].some(({ type }) => type === "counts_changed") && likes++ === 0;
      while (isFirst && isHeld) await sleep(5);
      return received;
    },
  );
  ahead += COUNT_THROTTLE_MS;
  his.length = 0;
  const states = () => his.flatMap((frame) => (frame.type === "like_state" ? [frame.payload.isLiked] : []));
  const liked = grace.call("likePost", { params: { id } });
  await eventually(async () => expect(likes).toBe(1));
  await grace.call("unlikePost", { params: { id } });
  await eventually(async () => expect(states()).toEqual([false]));
  isHeld = false;
  await liked;
  await eventually(async () => expect(states()).toEqual([false, false]));
  Reflect.set(UserHub.prototype, "deliver", deliver);
});

test("a like reaches the owner although the hub of the member cannot be reached", async () => {
  const { grace, hers, id } = await likeable();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(UserHub.prototype, "publish").mockRejectedValue(new Error("The hub cannot be reached."));
  hers.length = 0;
  expect(await grace.call("likePost", { params: { id } })).toMatchObject({ likeCount: 1 });
  await eventually(async () => {
    expect(hers).toContainEqual({ type: "like_update", payload: { postId: id, count: 1 } });
    expect(hers).toContainEqual(expect.objectContaining({ type: "notification" }));
  });
});
