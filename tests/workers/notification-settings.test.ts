import { env } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { NOTIFICATION_EXCEPTIONS_MAX } from "~/contract/limits";
import { decisionInput } from "~/contract/moderation";
import {
  kindOfType,
  kindsOfChannel,
  type NotificationKind,
  notificationKinds,
} from "~/contract/notification-settings";
import { textOf } from "~/contract/notification-texts";
import type { NotificationType } from "~/contract/notifications";
import { decide } from "~/domain/moderation/decide";
import { Tab } from "./channel";
import { dataUrl, errorOf, type Member, member } from "./client";
import { ask, connect, insertMembers } from "./connect";
import { contextOf } from "./context-of";
import { makeDue, runDigests, type SentMail } from "./digests";
import { setClockAhead } from "./hubs";
import { type Pushed, pushWaiting, servePushes, turnOn } from "./push-devices";
import { silenceHubs } from "./quiet-hubs";

/** The recipient `ada` with a post and a comment of hers, and the sender `grace` with a post. */
interface World {
  ada: Member;
  grace: Member;
  post: string;
  comment: string;
  theirs: string;
}

async function world(): Promise<World> {
  const [ada, grace] = [await member("ada"), await member("grace")];
  const { id: post } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
  const { id: theirs } = await grace.call("createPost", { body: { mediaUrl: dataUrl } });
  const { id: comment } = await ada.call("addComment", { params: { id: theirs }, body: { comment: "Mine" } });
  return { ada, grace, post, comment, theirs };
}

interface Path {
  type: NotificationType;
  /** Does what notifies Ada of Grace. @param text with or without a muted word */
  act: (world: World, text: string) => Promise<unknown>;
  /** Whether the two are or are not connected; by default both are tried. */
  connected?: boolean;
  /** Whether its text can have muted words. */
  hasText?: boolean;
}

const id = (value: string) => ({ params: { id: value } });

/** Every call that notifies of another member. */
const paths: Record<string, Path> = {
  "a like": { type: "like", act: ({ grace, post }) => grace.call("likePost", id(post)) },
  "a save": { type: "save", act: ({ grace, post }) => grace.call("savePost", id(post)) },
  "a like of a comment": {
    type: "comment_like",
    act: ({ grace, theirs, comment }) =>
      grace.call("likeComment", { params: { id: theirs, commentId: comment } }),
  },
  "a comment": {
    type: "comment",
    hasText: true,
    act: ({ grace, post }, text) => grace.call("addComment", { ...id(post), body: { comment: text } }),
  },
  "a reply to a comment": {
    type: "comment_reply",
    hasText: true,
    act: ({ grace, theirs, comment }, text) =>
      grace.call("addComment", { ...id(theirs), body: { comment: text, parentId: comment } }),
  },
  "a mention in a comment": {
    type: "mention",
    hasText: true,
    act: ({ grace, ada, theirs }, text) =>
      grace.call("addComment", { ...id(theirs), body: { comment: `@${ada.username} ${text}` } }),
  },
  "a mention in a caption": {
    type: "mention",
    hasText: true,
    act: ({ grace, ada }, text) =>
      grace.call("createPost", { body: { mediaUrl: dataUrl, caption: `@${ada.username} ${text}` } }),
  },
  "a mention in an edited caption": {
    type: "mention",
    hasText: true,
    act: async ({ grace, ada, theirs }, text) => {
      await grace.call("editPost", { ...id(theirs), body: { caption: "" } });
      await grace.call("editPost", { ...id(theirs), body: { caption: `@${ada.username} ${text}` } });
    },
  },
  "a mention in an edited comment": {
    type: "mention",
    hasText: true,
    act: async ({ grace, ada, theirs }, text) => {
      const { id: commentId } = await grace.call("addComment", { ...id(theirs), body: { comment: "Look" } });
      const body = { comment: `@${ada.username} ${text}` };
      await grace.call("editComment", { params: { id: theirs, commentId }, body });
    },
  },
  "a shared post": {
    type: "post_share",
    connected: true,
    act: ({ grace, ada, theirs }) =>
      grace.call("sharePost", { ...id(theirs), body: { recipientId: ada.id } }),
  },
  "a request": {
    type: "connection_request",
    connected: false,
    act: ({ grace, ada }) => grace.call("requestConnection", { params: { userId: ada.id } }),
  },
  "an accepted request": {
    type: "connection_accepted",
    connected: false,
    act: async ({ grace, ada }) => {
      await ask(ada, grace);
      await grace.call("acceptConnection", { params: { fromUserId: ada.id } });
    },
  },
  "a rejected request": {
    type: "connection_rejected",
    connected: false,
    act: async ({ grace, ada }) => {
      await ask(ada, grace);
      await grace.call("rejectConnection", { params: { fromUserId: ada.id } });
    },
  },
};

const emptied = [
  "notices",
  "withdrawn_notices",
  "post_likes",
  "post_saves",
  "comment_likes",
  "connection_sides",
  "connection_requests",
  "quota_counters",
  "notification_exceptions",
];

const empty = () => env.DB.batch(emptied.map((table) => env.DB.prepare(`DELETE FROM ${table}`)));

const typesOf = async (one: Member) => (await one.call("listNotifications")).map(({ type }) => type);

const without = (kind: NotificationKind | null) => notificationKinds.filter((one) => one !== kind);

const modes = ["always", "never", null] as const;

/** Ada is notified according to her settings, the exception for Grace, their connection and the text. */
interface Choice {
  mode: (typeof modes)[number];
  isOn: boolean;
  fromConnections: boolean;
  isConnected: boolean;
  text: string;
}

describe.each(Object.entries(paths))("%s", (title, path) => {
  const kind = kindOfType[path.type];
  const connections = path.connected === undefined ? [true, false] : [path.connected];
  const texts = path.hasText ? ["of light", "of kale"] : [""];

  const sentence = ({ grace }: World) => {
    const { before, after } = textOf(path.type);
    return [`${before}${grace.username}${after}`];
  };
  /** The notifications of Ada in each channel, and those of a notification that she wants. */
  const outcomes = {
    app: { found: ({ ada }: World) => typesOf(ada), wanted: () => [path.type] as string[] },
    mail: {
      found: async ({ ada }: World) => newsOf(await digestsTo(ada)),
      wanted: sentence,
    },
    push: { found: ({ ada }: World) => pushesTo(ada), wanted: sentence },
  };
  const usual: Choice = {
    mode: null,
    isOn: true,
    fromConnections: false,
    isConnected: connections.at(-1) ?? false,
    text: texts[0] ?? "",
  };
  const eachPartOnce: Choice[] = [
    usual,
    { ...usual, isOn: false },
    { ...usual, fromConnections: true },
    { ...usual, mode: "never" },
    { ...usual, mode: "always", isOn: false },
    { ...usual, text: texts.at(-1) ?? "" },
  ];
  const allChoices = modes.flatMap((mode) =>
    [true, false].flatMap((isOn) =>
      [false, true].flatMap((fromConnections) =>
        connections.flatMap((isConnected) =>
          texts.map((text): Choice => ({ mode, isOn, fromConnections, isConnected, text })),
        ),
      ),
    ),
  );

  /**
   * One condition decides for all paths (docs/decisions/0106): one path tries all choices. In the app each path stores
   * its notification by its own statement, which tries each part once. The other channels select stored ones by kind.
   */
  const choicesOf = (channel: string) => {
    if (title === "a comment") return channel === "app" ? allChoices : eachPartOnce;
    return channel === "app" ? eachPartOnce : eachPartOnce.slice(0, 2);
  };

  let here: World;
  beforeAll(async () => {
    here = await world();
    await here.ada.call("muteWord", { body: { word: "kale" } });
  });

  async function expectAsChosen(channel: "app" | "mail" | "push"): Promise<void> {
    const { ada, grace } = here;
    for (const choice of choicesOf(channel)) {
      const { mode, isOn, fromConnections, isConnected, text } = choice;
      await empty();
      if (isConnected) await connect(ada, grace);
      const kinds = { app: notificationKinds, [channel]: isOn ? notificationKinds : without(kind) };
      await ada.call("saveNotificationSettings", { body: { ...kinds, fromConnections } });
      if (mode) await ada.call("setNotificationException", { params: { userId: grace.id }, body: { mode } });
      await path.act(here, text);
      const isNear = isConnected || !fromConnections || kind === "connections";
      const isWanted = (mode === null ? isOn && isNear : mode === "always") && text !== "of kale";
      const { found, wanted } = outcomes[channel];
      expect({ ...choice, found: await found(here) }).toEqual({
        ...choice,
        found: isWanted ? wanted(here) : [],
      });
    }
  }

  describe("without a hub", () => {
    silenceHubs();
    test.each(["app", "mail"] as const)("notifies as chosen: channel %s", expectAsChosen);
  });

  test("notifies as chosen: channel push", async () => {
    await expectPushes(here.ada);
    await expectAsChosen("push");
    await here.ada.call("turnPushOff");
  });

  test("does not depend on the other kinds", async () => {
    await empty();
    if (path.connected) await connect(here.ada, here.grace);
    await here.ada.call("saveNotificationSettings", { body: { app: kind ? [kind] : [] } });
    await path.act(here, "of light");
    expect(await typesOf(here.ada)).toEqual([path.type]);
  });
});

let pushed: Pushed[] = [];

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Turns push notifications on for a member. */
async function expectPushes(one: Member): Promise<void> {
  setClockAhead();
  pushed = servePushes();
  await turnOn(one);
}

/** Returns the texts that were pushed to a member since the last call. */
async function pushesTo(one: Member): Promise<string[]> {
  await pushWaiting(one);
  return pushed.splice(0).map(({ message }) => message.body);
}

/** Runs the digests with that of a member due. */
async function digestsTo({ id: memberId, email }: Member) {
  await makeDue(memberId);
  return (await runDigests()).filter(({ to }) => to === email);
}

/** Returns the sentences of a digest about notifications and messages. */
const newsOf = ([digest]: SentMail[]): string[] =>
  // Without the word joiners of usernames.
  (digest?.text.match(/^- .*|^You have .*/gm) ?? []).map((line) =>
    line.replace(/^- /, "").replaceAll("\u2060", ""),
  );

test.each(modes)("messages with the exception %s are mailed as chosen", async (mode) => {
  const { ada, grace } = await world();
  for (const isOn of [true, false])
    for (const fromConnections of [false, true]) {
      await empty();
      await connect(ada, grace);
      const mail = isOn ? notificationKinds : without("messages");
      await ada.call("saveNotificationSettings", { body: { mail, fromConnections } });
      if (mode) await ada.call("setNotificationException", { params: { userId: grace.id }, body: { mode } });
      await grace.call("sendMessage", { params: { userId: ada.id }, body: { content: "Secret words" } });
      const digests = await digestsTo(ada);
      expect(digests.map(({ text }) => text).join()).not.toContain("Secret");
      const isWanted = mode === null ? isOn : mode === "always";
      expect({ isOn, fromConnections, news: newsOf(digests) }).toEqual({
        isOn,
        fromConnections,
        news: isWanted ? [`You have 1 unread message from ${grace.username}.`] : [],
      });
      await ada.call("readMessages", { params: { userId: grace.id } });
    }
});

test.each(modes)("messages with the exception %s are pushed as chosen", async (mode) => {
  const { ada, grace } = await world();
  await expectPushes(ada);
  for (const isOn of [true, false])
    for (const fromConnections of [false, true]) {
      await empty();
      await connect(ada, grace);
      const push = isOn ? notificationKinds : without("messages");
      await ada.call("saveNotificationSettings", { body: { push, fromConnections } });
      if (mode) await ada.call("setNotificationException", { params: { userId: grace.id }, body: { mode } });
      await grace.call("sendMessage", { params: { userId: ada.id }, body: { content: "Hello" } });
      const isWanted = mode === null ? isOn : mode === "always";
      const seen = { isOn, fromConnections };
      expect({ ...seen, found: await pushesTo(ada) }).toEqual({
        ...seen,
        found: isWanted ? ["Hello"] : [],
      });
      await ada.call("readMessages", { params: { userId: grace.id } });
    }
});

test("every kind has a path", () => {
  const kinds = new Set(Object.values(paths).map(({ type }) => kindOfType[type]));
  // Messages are no notifications of the app.
  expect([...kinds].sort()).toEqual(kindsOfChannel("app").sort());
});

test("a decision of moderators reaches members who want nothing", async () => {
  const [ada, grace, mo] = [await member("ada"), await member("grace"), await member("mo", "moderator")];
  for (const one of [ada, grace])
    await one.call("saveNotificationSettings", { body: { app: [], fromConnections: true } });
  const { id: postId } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
  await grace.call("report", { body: { postId, reason: "spam" } });
  const report = await env.DB.prepare("SELECT id FROM abuse_reports WHERE post_id = ?").bind(postId);
  const { ctx } = contextOf(mo);
  await decide(
    ctx,
    String(await report.first("id")),
    decisionInput.parse({ action: "warn", reason: "spam" }),
  );
  expect(await typesOf(ada)).toEqual(["moderation"]);
  expect(await typesOf(grace)).toEqual(["report_reviewed"]);
});

describe("a notification that is not wanted", () => {
  test("is not published, and taking the like back publishes nothing either", async () => {
    const { ada, grace, post } = await world();
    await ada.call("saveNotificationSettings", { body: { app: without("likes") } });
    const tab = await Tab.online(ada);
    await grace.call("likePost", id(post));
    await grace.call("unlikePost", id(post));
    await grace.call("savePost", id(post));
    await grace.call("addComment", { ...id(post), body: { comment: "Lovely" } });
    expect((await tab.receive("notification")).type).toBe("comment");
    await tab.settled();
    expect(tab.frames.filter(({ type }) => type.startsWith("notification"))).toEqual([]);
    expect((await ada.call("readPost", id(post))).isLiked).toBe(false);
    tab.close();
  });

  test("comes with a later like, once the kind is on again", async () => {
    const { ada, grace, post } = await world();
    await ada.call("saveNotificationSettings", { body: { app: [] } });
    await grace.call("likePost", id(post));
    await ada.call("saveNotificationSettings", { body: { app: ["likes"] } });
    expect(await typesOf(ada)).toEqual([]);
    await grace.call("unlikePost", id(post));
    await grace.call("likePost", id(post));
    expect(await typesOf(ada)).toEqual(["like"]);
  });

  test("of a comment leaves the mention of the post's owner in it", async () => {
    const { ada, grace, post } = await world();
    const body = { comment: `Look, @${ada.username}` };
    await grace.call("addComment", { ...id(post), body });
    expect(await typesOf(ada)).toEqual(["comment"]);
    await ada.call("saveNotificationSettings", { body: { app: without("comments") } });
    await grace.call("addComment", { ...id(post), body });
    expect(await typesOf(ada)).toEqual(["mention", "comment"]);
  });

  test("of a comment leaves the mention of the author of a comment in a reply to it", async () => {
    const { ada, grace, theirs, comment } = await world();
    const reply = () =>
      grace.call("addComment", {
        ...id(theirs),
        body: { comment: `Look @${ada.username}`, parentId: comment },
      });
    await reply();
    expect(await typesOf(ada)).toEqual(["comment_reply"]);
    await ada.call("saveNotificationSettings", { body: { app: without("comments") } });
    await reply();
    expect(await typesOf(ada)).toEqual(["mention", "comment_reply"]);
  });

  test("of an answer leaves the answered request read", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    await ada.call("saveNotificationSettings", { body: { app: [] } });
    for (const answer of ["acceptConnection", "rejectConnection"] as const) {
      await env.DB.prepare("DELETE FROM connection_sides").run();
      await ada.call("requestConnection", { params: { userId: grace.id } });
      expect((await grace.call("countUnreadNotifications")).count).toBe(1);
      await grace.call(answer, { params: { fromUserId: ada.id } });
      expect((await grace.call("countUnreadNotifications")).count).toBe(0);
    }
    await env.DB.prepare("DELETE FROM connection_sides").run();
    await ada.call("requestConnection", { params: { userId: grace.id } });
    await grace.call("requestConnection", { params: { userId: ada.id } });
    expect((await grace.call("countUnreadNotifications")).count).toBe(0);
    expect(await typesOf(ada)).toEqual([]);
  });

  test("of a request leaves the request among the received ones", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    await ada.call("saveNotificationSettings", { body: { app: [] } });
    await grace.call("requestConnection", { params: { userId: ada.id } });
    expect((await ada.call("listReceivedRequests")).map((one) => one.id)).toEqual([grace.id]);
  });
});

describe("the settings", () => {
  test("are all on without a row, and change field by field", async () => {
    const ada = await member("ada");
    const all = {
      app: kindsOfChannel("app"),
      push: kindsOfChannel("push"),
      mail: kindsOfChannel("mail"),
      digest: "weekly",
      fromConnections: false,
    };
    const view = () => ada.call("readNotificationSettings");
    expect(await view()).toEqual({ ...all, exceptions: [] });
    expect(await ada.call("saveNotificationSettings", { body: { fromConnections: true } })).toEqual({
      ...all,
      fromConnections: true,
    });
    const changed = { ...all, app: ["comments"], fromConnections: true };
    expect(await ada.call("saveNotificationSettings", { body: { app: ["comments"] } })).toEqual(changed);
    expect(await ada.call("saveNotificationSettings", { body: {} })).toEqual(changed);
    expect(await view()).toEqual({ ...changed, exceptions: [] });
    await ada.call("saveNotificationSettings", { body: all });
    expect(await view()).toEqual({ ...all, exceptions: [] });
  });

  test("have the frequency of digests", async () => {
    const ada = await member("ada");
    for (const digest of ["daily", "never", "weekly"]) {
      expect((await ada.call("saveNotificationSettings", { body: { digest } })).digest).toBe(digest);
      expect((await ada.call("saveNotificationSettings", { body: {} })).digest).toBe(digest);
      expect((await ada.call("readNotificationSettings")).digest).toBe(digest);
    }
    const reply = await ada.send("PATCH", "/api/notifications/settings", { digest: "hourly" });
    expect(await errorOf(reply)).toMatchObject({
      status: 422,
      message: "Please choose daily, weekly or never.",
    });
  });

  test("refuse an unknown kind", async () => {
    const ada = await member("ada");
    const reply = await ada.send("PATCH", "/api/notifications/settings", { app: ["likes", "dreams"] });
    expect(await errorOf(reply)).toMatchObject({
      status: 422,
      message: "There is no such kind of notifications.",
    });
  });
});

describe("an exception", () => {
  test("is listed by username, replaced, and removed", async () => {
    const [ada, grace, eve] = [await member("ada"), await member("grace"), await member("Eve")];
    const set = (to: Member, mode: string) =>
      ada.call("setNotificationException", { params: { userId: to.id }, body: { mode } });
    await set(grace, "always");
    await set(eve, "always");
    await set(grace, "never");
    const listed = async () =>
      (await ada.call("readNotificationSettings")).exceptions.map(({ username, mode }) => [username, mode]);
    expect(await listed()).toEqual([
      [eve.username, "always"],
      [grace.username, "never"],
    ]);
    const params = { userId: grace.id };
    await ada.call("removeNotificationException", { params });
    await ada.call("removeNotificationException", { params });
    expect(await listed()).toEqual([[eve.username, "always"]]);
    expect((await grace.call("readNotificationSettings")).exceptions).toEqual([]);
  });

  test("is about another member who is there", async () => {
    const [ada, grace, eve] = [await member("ada"), await member("grace"), await member("eve")];
    const set = (userId: string, body: unknown = { mode: "never" }) =>
      ada.send("POST", `/api/notifications/exceptions/${userId}`, body);
    expect(await errorOf(await set(ada.id))).toMatchObject({
      status: 422,
      message: "You are never notified of what you do yourself.",
    });
    expect(await errorOf(await set("nobody"))).toEqual({ status: 404, message: "User not found" });
    await eve.call("blockMember", { params: { userId: ada.id } });
    expect((await set(eve.id)).status).toBe(404);
    expect(await errorOf(await set(grace.id, { mode: "often" }))).toMatchObject({
      status: 422,
      message: "Please choose always or never.",
    });
  });

  test("is one of at most 100", async () => {
    const [ada, grace, eve] = [await member("ada"), await member("grace"), await member("eve")];
    await insertMembers("other", NOTIFICATION_EXCEPTIONS_MAX - 1);
    await env.DB.prepare(
      `INSERT INTO notification_exceptions (member, sender, is_always)
       SELECT (SELECT key FROM users WHERE id = ?), key, 1 FROM users WHERE id LIKE 'other%'`,
    )
      .bind(ada.id)
      .run();
    const set = (to: Member, mode: string) =>
      ada.send("POST", `/api/notifications/exceptions/${to.id}`, { mode });
    expect((await set(grace, "never")).status).toBe(204);
    expect(await errorOf(await set(eve, "never"))).toMatchObject({
      status: 422,
      message: "You can make exceptions for at most 100 members.",
    });
    expect((await set(grace, "always")).status).toBe(204);
  });
});
