import { expect, test, vi } from "vitest";
import { repliesTo } from "./cached-calls";
import { connectByCalls } from "./channel";
import { type Client, dataUrl } from "./client";
import { again, plainMember } from "./sessions";

/** A member; `home` is their browser that asks the hub, the member itself has an old cookie and asks the database. */
interface Person extends Awaited<ReturnType<typeof plainMember>> {
  home: Client;
}

async function person(name: string): Promise<Person> {
  const one = await plainMember(name);
  return Object.assign(one, { home: await again(one) });
}

interface World {
  one: Person;
  two: Person;
  three: Person;
  four: Person;
  /** A post of two that mentions one and has a comment of three and a like of four. */
  post: string;
}

async function firstComment(reader: Client, id: string): Promise<{ id: string; commentId: string }> {
  const [comment] = await reader.call("listComments", { params: { id } });
  return { id, commentId: comment?.id ?? "" };
}

async function commentBy(one: Person, id: string): Promise<{ id: string; commentId: string }> {
  const comments = await one.call("listComments", { params: { id } });
  return { id, commentId: comments.find(({ userId }) => userId === one.id)?.id ?? "" };
}

type Act = (world: World) => Promise<unknown>;

/** Changes by other members than the reader, `one`. Each must show, though the reader's tabs may receive no frame. */
const changes: Record<string, Act[]> = {
  "an edited post": [
    ({ two, post }) => two.call("editPost", { params: { id: post }, body: { caption: "New" } }),
  ],
  "a deleted post that mentions the reader": [
    ({ two, post }) => two.call("deletePost", { params: { id: post } }),
  ],
  "a cover of a connection's photo, and its end": [
    ({ two, post }) => two.call("editPost", { params: { id: post }, body: { isSensitive: true } }),
    ({ two, post }) => two.call("editPost", { params: { id: post }, body: { isSensitive: false } }),
  ],
  "a connection who closes and opens comments": [
    ({ two }) => two.call("setCommenters", { body: { from: "nobody" } }),
    ({ two }) => two.call("setCommenters", { body: { from: "everyone" } }),
  ],
  "an unlike, a like": [
    ({ four, post }) => four.call("unlikePost", { params: { id: post } }),
    ({ four, post }) => four.call("likePost", { params: { id: post } }),
  ],
  "a comment and its deletion": [
    ({ three, post }) => three.call("addComment", { params: { id: post }, body: { comment: "More" } }),
    async ({ three, post }) => {
      const [comment] = await three.call("listComments", { params: { id: post } });
      await three.call("deleteComment", { params: { id: post, commentId: comment?.id ?? "" } });
    },
  ],
  "a comment that a connection hides and shows": [
    async ({ two, post }) => two.call("hideComment", { params: await firstComment(two, post) }),
    async ({ two, post }) => two.call("unhideComment", { params: await firstComment(two, post) }),
  ],
  "an edit of a comment": [
    async ({ three, post }) =>
      three.call("editComment", { params: await commentBy(three, post), body: { comment: "Changed" } }),
  ],
  "a comment on the reader's own post, and its edit": [
    async ({ one, three }) => {
      const { id } = await one.call("createPost", { body: { mediaUrl: dataUrl, caption: "Mine" } });
      await three.call("addComment", { params: { id }, body: { comment: "First" } });
    },
    async ({ one, three }) => {
      const [own] = await one.call("readFeed");
      const params = await commentBy(three, own?.id ?? "");
      await three.call("editComment", { params, body: { comment: "Second" } });
    },
  ],
  "a like of a comment, and its end": [
    async ({ one, two, post }) => {
      const { id } = await one.call("addComment", { params: { id: post }, body: { comment: "Mine" } });
      await two.call("likeComment", { params: { id: post, commentId: id } });
    },
    async ({ one, two, post }) => two.call("unlikeComment", { params: await commentBy(one, post) }),
    async ({ one, two, post }) => two.call("likeComment", { params: await commentBy(one, post) }),
    async ({ one, two, post }) => two.call("deleteComment", { params: await commentBy(one, post) }),
  ],
  "a new name of a connection": [
    ({ two }) => two.call("setUpProfile", { body: { username: `${two.username}.new` } }),
    ({ two }) => two.call("setUpProfile", { body: { fullName: "Two Renamed" } }),
  ],
  "a new name of a stranger who has commented": [
    ({ three }) => three.call("setUpProfile", { body: { username: `${three.username}.new` } }),
  ],
  "a photo of a connection, and its removal": [
    ({ two }) => two.call("setUpProfile", { body: { profileImage: dataUrl } }),
    ({ two }) => two.call("setUpProfile", { body: { profileImage: null } }),
  ],
  "a block of the reader by a stranger who has commented, and its end": [
    ({ one, three }) => three.call("blockMember", { params: { userId: one.id } }),
    ({ one, three }) => three.call("unblockMember", { params: { userId: one.id } }),
  ],
  "a block of the reader by a connection": [
    ({ one, two }) => two.call("blockMember", { params: { userId: one.id } }),
  ],
  "a disconnection": [({ one, two }) => two.call("disconnect", { params: { userId: one.id } })],
  "a request and its withdrawal": [
    ({ one, three }) => three.call("requestConnection", { params: { userId: one.id } }),
    ({ one, three }) => three.call("cancelConnectionRequest", { params: { userId: one.id } }),
  ],
  "a message, its edit and its deletion": [
    ({ one, two }) => two.call("sendMessage", { params: { userId: one.id }, body: { content: "Hello" } }),
    async ({ one, two }) => {
      const [message] = await two.call("listMessages", { params: { userId: one.id } });
      const params = { messageId: message?.id ?? "" };
      await two.call("editMessage", { params, body: { content: "Hello again" } });
    },
    async ({ one, two }) => {
      const [message] = await two.call("listMessages", { params: { userId: one.id } });
      await two.call("deleteMessage", { params: { messageId: message?.id ?? "" } });
    },
  ],
  "a deleted account of a connection": [
    ({ two }) =>
      two.call("deleteAccount", { body: { confirmation: two.username, currentPassword: "sunset" } }),
  ],
  "a deleted account of a stranger who has liked": [
    ({ four }) =>
      four.call("deleteAccount", { body: { confirmation: four.username, currentPassword: "sunset" } }),
  ],
  "a deleted account of a stranger who has commented": [
    ({ three }) =>
      three.call("deleteAccount", { body: { confirmation: three.username, currentPassword: "sunset" } }),
  ],
};

test.each(Object.entries(changes))("a hub shows %s", async (_, steps) => {
  const [one, two, three] = [await person("one"), await person("two"), await person("three")];
  await connectByCalls(one, two);
  await connectByCalls(two, three);
  const { id } = await two.call("createPost", {
    body: { mediaUrl: dataUrl, caption: `With @${one.username}` },
  });
  const four = await person("four");
  await four.call("likePost", { params: { id } });
  await three.call("addComment", { params: { id }, body: { comment: "Lovely" } });
  const isCurrent = () =>
    vi.waitFor(async () => expect(await repliesTo(one.home)).toEqual(await repliesTo(one)), {
      timeout: 60_000,
    });
  await isCurrent();
  for (const step of steps) {
    const before = await repliesTo(one);
    await step({ one, two, three, four, post: id });
    expect(await repliesTo(one)).not.toEqual(before);
    await isCurrent();
  }
});
