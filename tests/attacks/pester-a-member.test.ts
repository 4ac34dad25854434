import { expect, test } from "vitest";
import { Tab } from "../workers/channel";
import { dataUrl as mediaUrl, member } from "../workers/client";
import { twoConnected } from "../workers/connect";

const TIMES = 5;

/** Two connections, and the tab of the first, who owns a post with a comment. */
async function victim() {
  const [ada, mallory] = await twoConnected("ada", "mallory");
  const post = await ada.call("createPost", { body: { mediaUrl } });
  const comment = await ada.call("addComment", { params: { id: post.id }, body: { comment: "Dusk" } });
  await ada.call("readAllNotifications");
  const tab = await Tab.online(ada);
  const announced = async (type: string) => {
    await tab.settled();
    return tab.frames.filter((frame) => frame.type === "notification" && frame.payload.type === type).length;
  };
  return { ada, mallory, params: { id: post.id, commentId: comment.id }, announced };
}

test.each([
  ["like", "likePost", "unlikePost"],
  ["save", "savePost", "unsavePost"],
  ["comment_like", "likeComment", "unlikeComment"],
] as const)(
  "a %s that is taken back again and again is announced once, and listed",
  async (type, on, off) => {
    const { ada, mallory, params, announced } = await victim();
    for (let n = 0; n < TIMES; n++) {
      await mallory.call(on, { params });
      await mallory.call(off, { params });
    }
    await mallory.call(on, { params });
    expect(await announced(type)).toBe(1);
    const listed = await ada.call("listNotifications");
    expect(listed.filter((one) => one.type === type && !one.isRead)).toHaveLength(1);
  },
);

test("a like is announced whatever its member has taken back elsewhere", async () => {
  const { ada, mallory, params, announced } = await victim();
  const other = await ada.call("createPost", { body: { mediaUrl } });
  await mallory.call("likePost", { params });
  await mallory.call("unlikePost", { params });
  await mallory.call("likePost", { params: { id: other.id } });
  expect(await announced("like")).toBe(2);
});

test("a connection request that is cancelled and sent again is announced once, and listed", async () => {
  const [ada, mallory] = [await member("ada"), await member("mallory")];
  const tab = await Tab.online(ada);
  const params = { userId: ada.id };
  for (let n = 0; n < TIMES; n++) {
    await mallory.call("requestConnection", { params });
    await mallory.call("cancelConnectionRequest", { params });
  }
  await mallory.call("requestConnection", { params });
  await tab.settled();
  expect(tab.frames.filter(({ type }) => type === "notification")).toHaveLength(1);
  expect(await ada.call("listNotifications")).toMatchObject([
    { type: "connection_request", canAnswer: true },
  ]);
});
