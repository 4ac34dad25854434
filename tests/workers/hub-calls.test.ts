import { afterEach, beforeEach, expect, inject, test, vi } from "vitest";
import type { CallName } from "~/contract/calls";
import { COUNT_THROTTLE_MS } from "~/contract/limits";
import { UserHub } from "../../workers/user-hub";
import { member } from "./client";
import { connect, openChannel } from "./connect";
import { useFakeClock } from "./hubs";
import { again } from "./sessions";

const dataUrl = `data:image/jpeg;base64,${inject("photos").small}`;

/** The events of a hub that the runtime starts. */
const events = ["constructor", "fetch", "alarm", "webSocketMessage", "webSocketClose", "webSocketError"];

/** The calls of hubs, by method. */
let made: string[] = [];

beforeEach(() => {
  useFakeClock();
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
  vi.useRealTimers();
});

/** A post of Ada's with a comment of hers, and Grace, her connection. Both have an open tab, and read their feed from their hub. */
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
    for (const [name, notice] of [
      [like, "notification"],
      [unlike, "notification_deleted"],
    ] as const satisfies [CallName, string][]) {
      // A count that was published within the last second would wait for an alarm.
      vi.setSystemTime(Date.now() + COUNT_THROTTLE_MS + 1);
      for (const frames of [hers, his]) frames.length = 0;
      made = [];
      await grace.call(name, { params: { id, commentId } });
      await expect.poll(() => typesOf(hers)).toEqual(expect.arrayContaining([counted[of], notice]));
      await expect.poll(() => typesOf(his)).toEqual(expect.arrayContaining([counted[of]]));
      expect(made).toEqual(["session", "publish", "deliver"]);
    }
  },
);
