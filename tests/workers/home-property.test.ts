import fc from "fast-check";
import { expect, inject, test, vi } from "vitest";
import type { CallName } from "~/contract/calls";
import { type Client, member } from "./client";
import { crash, hub } from "./hubs";
import { again } from "./sessions";

const COOKIE = "__Host-afterglow";
const dataUrl = `data:image/jpeg;base64,${inject("photos").small}`;

/** The calls that a hub may answer. */
const READS = [
  "me",
  "readFeed",
  "listNotifications",
  "countUnreadNotifications",
  "countUnreadMessages",
  "listChats",
  "readStories",
  "listConnections",
] as const satisfies CallName[];

/** One member with two browsers that ask the hub, and one with an old cookie, which asks the database. */
interface Person {
  id: string;
  username: string;
  email: string;
  tabs: [Client, Client];
  plain: Client;
}

async function person(name: string): Promise<Person> {
  const plain = await member(name);
  const { id, username, email } = plain;
  return { id, username, email, plain, tabs: [await again(plain), await again(plain)] };
}

/** Returns the replies of every read, as text. A session's own values differ between browsers; none of the reads has any. */
async function repliesTo(client: Client): Promise<string[]> {
  const replies: string[] = [];
  for (const name of READS) replies.push(JSON.stringify(await client.call(name)));
  return replies;
}

/** The hub answers as the database does, at once. */
async function expectCurrent({ plain, tabs }: Person, tab: 0 | 1): Promise<void> {
  const expected = await repliesTo(plain);
  expect(await repliesTo(tabs[tab])).toEqual(expected);
}

interface Step {
  by: number;
  tab: 0 | 1;
  to: number;
  what: keyof typeof actions;
  nth: number;
}

interface World {
  people: Person[];
  posts: { id: string; owner: number }[];
  comments: { id: string; postId: string }[];
}

/** The member of a step, their browser, and the subjects of the step. */
interface Turn {
  world: World;
  me: Person;
  client: Client;
  other: Person;
  by: number;
  to: number;
  nth: number;
}

const pick = <T>(list: T[], nth: number): T | undefined => list[nth % Math.max(list.length, 1)];
const postIn = ({ world, nth }: Turn) => pick(world.posts, nth)?.id ?? crypto.randomUUID();
const ownPost = ({ world, by, nth }: Turn) =>
  pick(
    world.posts.filter(({ owner }) => owner === by),
    nth,
  )?.id ?? crypto.randomUUID();

/** Each makes one call; the call may be refused, such as a like of a deleted post. */
const actions = {
  post: async ({ client, world, by, nth }: Turn) => {
    const { id } = await client.call("createPost", { body: { mediaUrl: dataUrl, caption: `Post ${nth}` } });
    world.posts.push({ id, owner: by });
  },
  mention: async ({ client, world, by, other }: Turn) => {
    const { id } = await client.call("createPost", {
      body: { mediaUrl: dataUrl, caption: `With @${other.username}` },
    });
    world.posts.push({ id, owner: by });
  },
  edit: (turn: Turn) =>
    turn.client.call("editPost", { params: { id: ownPost(turn) }, body: { caption: `Edit ${turn.nth}` } }),
  delete: (turn: Turn) => turn.client.call("deletePost", { params: { id: ownPost(turn) } }),
  like: (turn: Turn) => turn.client.call("likePost", { params: { id: postIn(turn) } }),
  unlike: (turn: Turn) => turn.client.call("unlikePost", { params: { id: postIn(turn) } }),
  save: (turn: Turn) => turn.client.call("savePost", { params: { id: postIn(turn) } }),
  unsave: (turn: Turn) => turn.client.call("unsavePost", { params: { id: postIn(turn) } }),
  share: (turn: Turn) =>
    turn.client.call("sharePost", { params: { id: postIn(turn) }, body: { userId: turn.other.id } }),
  comment: async (turn: Turn) => {
    const postId = postIn(turn);
    const { id } = await turn.client.call("addComment", {
      params: { id: postId },
      body: { comment: `Comment ${turn.nth}` },
    });
    turn.world.comments.push({ id, postId });
  },
  uncomment: ({ client, world, nth }: Turn) => {
    const { id = "", postId = "" } = pick(world.comments, nth) ?? {};
    return client.call("deleteComment", { params: { id: postId, commentId: id } });
  },
  request: ({ client, other }: Turn) => client.call("requestConnection", { params: { userId: other.id } }),
  cancel: ({ client, other }: Turn) =>
    client.call("cancelConnectionRequest", { params: { userId: other.id } }),
  reject: ({ client, other }: Turn) => client.call("rejectConnection", { params: { fromUserId: other.id } }),
  disconnect: ({ client, other }: Turn) => client.call("disconnect", { params: { userId: other.id } }),
  block: ({ client, other }: Turn) => client.call("blockMember", { params: { userId: other.id } }),
  unblock: ({ client, other }: Turn) => client.call("unblockMember", { params: { userId: other.id } }),
  rename: async ({ me, client, nth }: Turn) => {
    const username = `${me.username.slice(0, 12)}-${nth}`.replace("-", ".");
    await client.call("setUpProfile", { body: { username } });
  },
  picture: ({ client, nth }: Turn) =>
    client.call("setUpProfile", { body: { profileImage: nth % 2 ? dataUrl : null } }),
  hideAi: ({ client, nth }: Turn) => client.call("hideAiPosts", { body: { hidden: nth % 2 === 0 } }),
  message: ({ client, other, nth }: Turn) =>
    client.call("sendMessage", { params: { userId: other.id }, body: { content: `Message ${nth}` } }),
  readMessages: ({ client, other }: Turn) => client.call("readMessages", { params: { userId: other.id } }),
  readNotifications: ({ client }: Turn) => client.call("readAllNotifications"),
  logIn: async ({ me, client }: Turn) => {
    await client.call("endOtherSessions");
    // The other browser and the old cookie have no session now.
    for (const ended of [...me.tabs, me.plain]) {
      if (ended !== client) expect((await ended.fetch("/api/auth/me")).status).toBe(401);
    }
    const next = await again(me);
    const plain = await again(me);
    const value = plain.cookies.get(COOKIE) ?? "";
    plain.cookies.set(COOKIE, value.split(".")[0] ?? "");
    me.tabs = client === me.tabs[0] ? [client, next] : [next, client];
    me.plain = plain;
  },
  crash: ({ me }: Turn) => crash(me),
  repeat: async ({ me, world, nth }: Turn) => {
    // Deliveries that arrive again: a count, late, and a notice.
    const postId = pick(world.posts, nth)?.id ?? "none";
    await hub(me).deliver({ type: "like_update", payload: { postId, count: 99 } }, true);
    await hub(me).deliver({ type: "changed", payload: { topics: ["posts"] } });
  },
};

const step = fc.record<Step>({
  by: fc.nat(2),
  tab: fc.constantFrom(0, 1),
  to: fc.nat(1),
  // The names of the actions.
  what: fc.constantFrom(...(Object.keys(actions) as (keyof typeof actions)[])),
  nth: fc.nat(5),
});
const script = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 6, maxLength: 14 });

test("a hub answers as the database does, for any script of events", { timeout: 120_000 }, async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const act = async (world: World, { by, tab, to, what, nth }: Step) => {
    const other = (by + 1 + to) % 3;
    const [me, them] = [world.people[by], world.people[other]];
    if (!me || !them) throw new Error("no such person");
    await Promise.resolve(
      actions[what]({ world, me, client: me.tabs[tab], other: them, by, to: other, nth }),
    ).catch((error: unknown) => {
      // Refused by a rule, or repeated at a hub that another step crashes. All other failures fail the test.
      if (!/answered 4\d\d|a crash/.test(String(error))) throw error;
    });
  };
  await fc.assert(
    fc.asyncProperty(script, async (groups) => {
      const people = [await person("one"), await person("two"), await person("three")];
      const world: World = { people, posts: [], comments: [] };
      const [first, second] = people;
      for (const [a, b] of [
        [first, second],
        [second, people[2]],
      ]) {
        await a?.tabs[0].call("requestConnection", { params: { userId: b?.id ?? "" } });
        await b?.tabs[0].call("acceptConnection", { params: { fromUserId: a?.id ?? "" } });
      }
      await act(world, { by: 1, tab: 0, to: 0, what: "post", nth: 0 });
      const settle = async () => {
        for (const one of people) {
          for (const tab of [0, 1] as const)
            await vi.waitFor(() => expectCurrent(one, tab), { timeout: 8000 });
        }
      };
      await settle();
      for (const group of groups) {
        if (group.length === 1 && group[0]) {
          const [only] = group;
          await act(world, only);
          const me = people[only.by];
          // The member's own write is in their next read, in the other browser too.
          if (me) await expectCurrent(me, only.tab === 0 ? 1 : 0);
        } else {
          const logIns = group.filter(({ what }) => what === "logIn");
          await Promise.all(group.filter(({ what }) => what !== "logIn").map((one) => act(world, one)));
          for (const one of logIns) await act(world, one);
        }
        await settle();
      }
    }),
    { numRuns: 3, endOnFailure: true },
  );
});
