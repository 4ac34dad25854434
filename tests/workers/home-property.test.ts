import { runDurableObjectAlarm } from "cloudflare:test";
import fc from "fast-check";
import { afterEach, expect, inject, test, vi } from "vitest";
import { commenters } from "~/contract/commenting";
import { sensitiveModes } from "~/contract/sensitive";
import { repliesTo } from "./cached-calls";
import { Tab } from "./channel";
import { type Client, dataUrl } from "./client";
import { FaultyNetwork, faults } from "./faulty-network";
import { crash, hub } from "./hubs";
import { again, nameHub, plainMember } from "./sessions";

/** One member with two browsers that ask the hub, and one with an old cookie, which asks the database. */
interface Person {
  id: string;
  username: string;
  email: string;
  tabs: [Client, Client];
  plain: Client;
  /** Tabs with a socket. */
  sockets: Tab[];
}

async function person(name: string): Promise<Person> {
  const plain = await plainMember(name);
  const { id, username, email } = plain;
  return { id, username, email, plain, tabs: [await again(plain), await again(plain)], sockets: [] };
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
  messages: string[];
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

/** Returns an open socket of the member. */
async function socketOf({ me, client }: Turn): Promise<Tab> {
  me.sockets = me.sockets.filter(({ closed }) => closed === null);
  const open = me.sockets.at(-1) ?? (await Tab.online(client, me.id));
  if (me.sockets.length === 0) me.sockets.push(open);
  return open;
}

async function sendBySocket(turn: Turn, type: string, payload: unknown): Promise<void> {
  const socket = await socketOf(turn);
  socket.send(type, payload);
  await socket.settled();
}

/** Moves the clock and runs the alarms that are due by then. */
async function pass(people: Person[], ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms);
  for (const one of people) await runDurableObjectAlarm(hub(one)).catch(() => false);
}

/** Each makes one call, or sends one frame; it may be refused, such as a like of a deleted post. */
const actions = {
  post: async ({ client, world, by, nth }: Turn) => {
    const { id } = await client.call("createPost", { body: { mediaUrl: dataUrl, caption: `Post ${nth}` } });
    world.posts.push({ id, owner: by });
  },
  aiPost: async ({ client, world, by, nth }: Turn) => {
    const { imageUrl } = await client.call("generateImage", { body: { prompt: "A harbour at dusk" } });
    const { id } = await client.call("createPost", {
      body: { mediaUrl: imageUrl, caption: `Made ${nth}` },
    });
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
  likeComment: ({ client, world, nth }: Turn) => {
    const { id = "", postId = "" } = pick(world.comments, nth) ?? {};
    const name = nth % 3 ? "likeComment" : "unlikeComment";
    return client.call(name, { params: { id: postId, commentId: id } });
  },
  editComment: ({ client, world, nth }: Turn) => {
    const { id = "", postId = "" } = pick(world.comments, nth) ?? {};
    return client.call("editComment", {
      params: { id: postId, commentId: id },
      body: { comment: `Edit ${nth}` },
    });
  },
  hideComment: ({ client, world, nth }: Turn) => {
    const { id = "", postId = "" } = pick(world.comments, nth) ?? {};
    const name = nth % 2 ? "hideComment" : "unhideComment";
    return client.call(name, { params: { id: postId, commentId: id } });
  },
  request: ({ client, other }: Turn) => client.call("requestConnection", { params: { userId: other.id } }),
  cancel: ({ client, other }: Turn) =>
    client.call("cancelConnectionRequest", { params: { userId: other.id } }),
  reject: ({ client, other }: Turn) => client.call("rejectConnection", { params: { fromUserId: other.id } }),
  disconnect: ({ client, other }: Turn) => client.call("disconnect", { params: { userId: other.id } }),
  block: ({ client, other }: Turn) => client.call("blockMember", { params: { userId: other.id } }),
  unblock: ({ client, other }: Turn) => client.call("unblockMember", { params: { userId: other.id } }),
  mute: ({ client, other }: Turn) => client.call("muteMember", { params: { userId: other.id } }),
  unmute: ({ client, other }: Turn) => client.call("unmuteMember", { params: { userId: other.id } }),
  muteWord: ({ client, nth }: Turn) =>
    client.call("muteWord", { body: { word: pick(["post", "comment", "edit", "with"], nth) } }),
  unmuteWord: ({ client, nth }: Turn) =>
    client.call("unmuteWord", { params: { word: pick(["post", "comment", "edit", "with"], nth) ?? "" } }),
  rename: async ({ me, client, nth }: Turn) => {
    const username = `${me.username.slice(0, 12)}-${nth}`.replace("-", ".");
    await client.call("setUpProfile", { body: { username } });
  },
  picture: ({ client, nth }: Turn) =>
    client.call("setUpProfile", { body: { profileImage: nth % 2 ? dataUrl : null } }),
  cover: (turn: Turn) =>
    turn.client.call("editPost", {
      params: { id: ownPost(turn) },
      body: { isSensitive: turn.nth % 2 === 0 },
    }),
  commenters: ({ client, nth }: Turn) =>
    client.call("setCommenters", { body: { from: commenters[nth % 3] ?? "everyone" } }),
  sensitive: ({ client, nth }: Turn) =>
    client.call("setSensitivePhotos", { body: { mode: sensitiveModes[nth % 3] ?? "cover" } }),
  hideAi: ({ client, nth }: Turn) => client.call("hideAiPosts", { body: { hidden: nth % 2 === 0 } }),
  message: async ({ client, world, other, nth }: Turn) => {
    const { id } = await client.call("sendMessage", {
      params: { userId: other.id },
      body: { content: `Message ${nth}` },
    });
    world.messages.push(id);
  },
  deleteMessage: ({ client, world, nth }: Turn) =>
    client.call("deleteMessage", { params: { messageId: pick(world.messages, nth) ?? "0" } }),
  messageBySocket: (turn: Turn) =>
    sendBySocket(turn, "message", { receiverId: turn.other.id, content: `By socket ${turn.nth}` }),
  readBySocket: (turn: Turn) => sendBySocket(turn, "read", { senderId: turn.other.id }),
  openTab: async ({ me, client }: Turn) => void me.sockets.push(await Tab.online(client, me.id)),
  closeTab: async ({ me }: Turn) => me.sockets.pop()?.close(),
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
    nameHub(plain, null);
    me.tabs = client === me.tabs[0] ? [client, next] : [next, client];
    me.plain = plain;
  },
  crash: async ({ me }: Turn) => {
    await crash(me);
    for (const socket of me.sockets) socket.lose();
    me.sockets = [];
  },
  // A count that arrives more than five seconds after the feed was read is written into it.
  waitSeconds: ({ world, nth }: Turn) => pass(world.people, 6000 + nth * 1000),
  // Idle sockets are closed, and hubs without one unsubscribe.
  waitMinutes: ({ world, nth }: Turn) => pass(world.people, (nth + 1) * 60_000),
  repeat: async ({ me, world, nth }: Turn) => {
    // Deliveries that arrive again: a count, late, and a hub event.
    const postId = pick(world.posts, nth)?.id ?? "none";
    await hub(me).deliver([{ type: "like_update", payload: { postId, count: 99 } }], { isLate: true });
    await hub(me).deliver([{ type: "changed", payload: { topics: ["posts"] } }]);
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
/** Steps at once, and the faults of the network meanwhile, for one delivery after the other. */
const group = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  network: fc.array(fc.constantFrom(...faults), { minLength: 1, maxLength: 8 }),
});
const script = fc.array(group, { minLength: 6, maxLength: 14 });

/** They end sockets, so they run after the steps of their group that use one. */
const endsSockets = ({ what }: Step) => what === "logIn" || what === "crash" || what.startsWith("wait");
const usesSocket = ({ what }: Step) => what.endsWith("BySocket") || what.endsWith("Tab");

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/**
 * A point is quiet when every step has ended, the network delivers again, and the alarms of the senders' hubs have sent
 * again what it had lost. That takes a few seconds, well below the five minutes after which a hub reads anyway.
 */
const QUIET_SECONDS = 20;

test("a hub answers as the database does, for any script of events", async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  // The clock runs on between the steps that move it: hashes of passwords wait for it.
  vi.useFakeTimers({ toFake: ["Date"], shouldAdvanceTime: true });
  const network = new FaultyNetwork();
  const act = async (world: World, { by, tab, to, what, nth }: Step) => {
    const other = (by + 1 + to) % 3;
    const [me, them] = [world.people[by], world.people[other]];
    if (!me || !them) throw new Error("no such person");
    await Promise.resolve(
      actions[what]({ world, me, client: me.tabs[tab], other: them, by, to: other, nth }),
    ).catch((error: unknown) => {
      // Refused by a rule, or sent to a hub that another step crashes, or lost. All other failures fail the test.
      if (!/answered 4\d\d|a crash|is lost/.test(String(error))) throw error;
    });
  };
  /** Runs the steps of a group at once; those that end sockets too, unless another step uses one. */
  const actTogether = async (world: World, steps: Step[]) => {
    const last = steps.filter((one) => one.what === "logIn" || (steps.some(usesSocket) && endsSockets(one)));
    await Promise.all(steps.filter((one) => !last.includes(one)).map((one) => act(world, one)));
    for (const one of last) await act(world, one);
  };
  let quiet = 0;
  const settle = async ({ people }: World) => {
    let seconds = 0;
    // Both tabs ask one hub, so they take turns.
    const tab = quiet++ % 2 === 0 ? 0 : 1;
    for (const one of people) {
      await vi.waitFor(
        async () => {
          if (seconds > 0 && seconds < QUIET_SECONDS) await pass(people, 1000);
          seconds += 1;
          await expectCurrent(one, tab);
        },
        { timeout: 60_000 },
      );
    }
  };
  await fc.assert(
    fc.asyncProperty(script, async (groups) => {
      const people = [await person("one"), await person("two"), await person("three")];
      const world: World = { people, posts: [], comments: [], messages: [] };
      const [first, second] = people;
      for (const [a, b] of [
        [first, second],
        [second, people[2]],
      ]) {
        await a?.tabs[0].call("requestConnection", { params: { userId: b?.id ?? "" } });
        await b?.tabs[0].call("acceptConnection", { params: { fromUserId: a?.id ?? "" } });
      }
      await act(world, { by: 1, tab: 0, to: 0, what: "post", nth: 0 });
      await settle(world);
      for (const { steps, network: faultsNow } of groups) {
        const [only] = steps;
        await network.during(faultsNow, async () => {
          if (steps.length > 1 || !only) return actTogether(world, steps);
          await act(world, only);
          const me = people[only.by];
          // The member's own write is in their next read, in the other browser too.
          if (me) await expectCurrent(me, only.tab === 0 ? 1 : 0);
        });
        await settle(world);
      }
      for (const one of people) for (const socket of one.sockets) socket.close();
    }),
    { numRuns: inject("isEverywhere") ? 2 : 1, endOnFailure: true },
  );
});
