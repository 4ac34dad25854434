import { env, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { UNREAD_LISTED_MAX } from "~/contract/limits";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/contract/time";
import { UserHub } from "../../workers/user-hub";
import { insertMessages } from "../factories/conversations";
import { eventually, Tab } from "./channel";
import { type Client, dataUrl, type Member, member } from "./client";
import { connect, twoConnected } from "./connect";
import { advance, hub, setClockAhead } from "./hubs";
import { type Pushed, servePushes, turnOn, waiting } from "./push-devices";
import { again } from "./sessions";

/** The requests that devices received, and replies of the push service in place of 201. */
let pushed: Pushed[] = [];
let replies: (() => Response)[] = [];

beforeEach(() => {
  setClockAhead();
  replies = [];
  pushed = servePushes(() => replies.shift()?.());
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const send = (from: Client, to: Member, content: string) =>
  from.call("sendMessage", { params: { userId: to.id }, body: { content } });

/** Lets time pass, by default that of gathering messages, and runs all tasks due then: an alarm runs one. */
async function later(one: Member, ms = 3000): Promise<void> {
  await advance(one, ms);
  for (let task = 0; task < 5; task++) await advance(one, 0);
}

describe("a message", () => {
  test("is pushed to every device of its recipient, with the text where the device shows it", async () => {
    const [ada, grace] = await twoConnected();
    const [phone, laptop] = [await turnOn(grace), await turnOn(await again(grace), false)];
    const { id, createdAt } = await send(ada, grace, "A walk at dusk?");
    expect(pushed).toEqual([]);
    await later(grace);
    expect(pushed.map(({ endpoint }) => endpoint).sort()).toEqual([laptop, phone].sort());
    const at = (endpoint: string) => pushed.find((one) => one.endpoint === endpoint);
    // The notification of the connection counts, too.
    expect(at(phone)?.message).toEqual({
      kind: "message",
      tag: `chat:${ada.id}`,
      id,
      to: grace.id,
      from: ada.id,
      title: ada.username,
      body: "A walk at dusk?",
      lang: "en",
      labels: {
        reply: "Reply",
        placeholder: "Message...",
        notSent: "Not sent: {text}",
        sendAgain: "Press to send again",
      },
      path: `/chat?user=${ada.id}`,
      at: Date.parse(createdAt),
      unread: expect.any(Number),
      read: [],
    });
    expect(at(laptop)?.message).toMatchObject({ title: ada.username, body: "New message" });
    const { headers } = at(phone) ?? {};
    expect(headers?.get("Urgency")).toBe("high");
    expect(headers?.get("TTL")).toBe("86400");
    expect(headers?.get("Topic")).toMatch(/^[\w-]{32}$/);
    await later(grace);
    expect(pushed).toHaveLength(2);
    expect(await waiting(grace)).toBe(0);
  });

  test("that follows another one at once makes one notification, which counts both", async () => {
    const [ada, grace] = await twoConnected();
    await turnOn(grace);
    await send(ada, grace, "one");
    await send(ada, grace, "two");
    await later(grace);
    expect(pushed.map(({ message }) => [message.title, message.body])).toEqual([
      [`${ada.username} (2)`, "two"],
    ]);
    const [first] = pushed;
    await send(ada, grace, "three");
    await later(grace);
    expect(pushed[1]?.message).toMatchObject({ tag: first?.message.tag, body: "three" });
    expect(pushed[1]?.headers.get("Topic")).toBe(first?.headers.get("Topic"));
  });

  test("is not pushed to its sender, nor to members without a device", async () => {
    const [ada, grace] = await twoConnected();
    await turnOn(ada);
    await send(ada, grace, "hello");
    await later(ada);
    await later(grace);
    expect(pushed).toEqual([]);
  });

  test("is not pushed after it was read or deleted", async () => {
    const [ada, grace] = await twoConnected();
    await turnOn(grace);
    await send(ada, grace, "read");
    await grace.call("readMessages", { params: { userId: ada.id } });
    await later(grace);
    const { id } = await send(ada, grace, "deleted");
    await ada.call("deleteMessage", { params: { messageId: id, id } });
    await later(grace);
    expect(pushed).toEqual([]);
    expect(await waiting(grace)).toBe(0);
  });

  test("that is sent again with its clientId is pushed once, also after an earlier one", async () => {
    const [ada, grace] = await twoConnected();
    await turnOn(grace);
    for (const clientId of ["one", "one", "two", "two"]) {
      await ada.call("sendMessage", { params: { userId: grace.id }, body: { content: clientId, clientId } });
      await later(grace);
    }
    expect(pushed.map(({ message }) => message.body)).toEqual(["one", "two"]);
  });

  test("names the conversations that were read meanwhile, so that their notifications can be closed", async () => {
    const [ada, grace] = await twoConnected();
    const eve = await member("eve");
    await connect(eve, grace);
    await turnOn(grace);
    await send(ada, grace, "one");
    await later(grace);
    await grace.call("readMessages", { params: { userId: ada.id } });
    await send(eve, grace, "two");
    await later(grace);
    expect(pushed.map(({ message }) => message.read)).toEqual([[], [`chat:${ada.id}`]]);
    await send(eve, grace, "three");
    await later(grace);
    expect(pushed[2]?.message.read).toEqual([]);
  });
});

test("50 notifications that were read meanwhile are named in as many messages as they need", async () => {
  const [ada, grace] = await twoConnected();
  await turnOn(grace);
  const shown = Array.from({ length: 50 }, (_, at) => ({
    source: "notice",
    id: String(at + 1),
    tag: `connection_accepted:${crypto.randomUUID()}`,
  }));
  await runInDurableObject(hub(grace), (_, state) => state.storage.kv.put("pushed", shown));
  for (const text of ["one", "two", "three", "four"]) {
    await send(ada, grace, text);
    await later(grace);
  }
  expect(pushed.map(({ message }) => message.read.length)).toEqual([20, 20, 10, 0]);
  expect(pushed.flatMap(({ message }) => message.read)).toEqual(shown.map(({ tag }) => tag));
});

describe("with 100 unread messages of a member before the sender", () => {
  async function flooded(): Promise<[Member, Member, Member]> {
    const [ada, grace] = await twoConnected();
    const eve = await member("eve");
    await connect(eve, grace);
    await insertMessages(env.DB, ada.id, grace.id, Array(UNREAD_LISTED_MAX).fill("again"));
    await turnOn(grace);
    return [ada, grace, eve];
  }

  test("a message is pushed", async () => {
    const [, grace, eve] = await flooded();
    await send(eve, grace, "first");
    await later(grace);
    expect(pushed.map(({ message }) => [message.title, message.body])).toEqual([[eve.username, "first"]]);
    expect(pushed[0]?.message.unread).toBeGreaterThan(UNREAD_LISTED_MAX);
  });

  test("notifications of unread messages are not named as read", async () => {
    const [ada, grace, eve] = await flooded();
    await send(eve, grace, "first");
    await later(grace);
    await send(ada, grace, "more");
    await later(grace);
    expect(pushed.map(({ message }) => [message.title, message.read])).toEqual([
      [eve.username, []],
      [`${ada.username} (101)`, []],
    ]);
  });
});

describe("while a tab of the member is visible", () => {
  test("nothing is pushed", async () => {
    const [ada, grace] = await twoConnected();
    await turnOn(grace);
    const tab = await Tab.online(grace);
    await send(ada, grace, "hello");
    for (let seconds = 0; seconds < 60; seconds += 20) {
      await later(grace, 20_000);
      await tab.settled();
    }
    await later(grace);
    tab.close();
    await tab.untilClosed();
    await later(grace, 2 * MINUTE_MS);
    expect(pushed).toEqual([]);
    expect(await waiting(grace)).toBe(0);
  });

  test("and is then hidden, the next message is pushed, and none once it is visible again", async () => {
    const [ada, grace] = await twoConnected();
    await turnOn(grace);
    const tab = await Tab.online(grace);
    tab.send("visibility", { isVisible: false });
    await tab.settled();
    await send(ada, grace, "hidden");
    await later(grace);
    expect(pushed.map(({ message }) => message.body)).toEqual(["hidden"]);
    tab.send("visibility", { isVisible: true });
    await tab.settled();
    await send(ada, grace, "visible");
    await later(grace);
    expect(pushed).toHaveLength(1);
  });

  test("and turns out to be gone, the message is pushed after a minute", async () => {
    const [ada, grace] = await twoConnected();
    await turnOn(grace);
    const tab = await Tab.online(grace);
    await send(ada, grace, "hello");
    tab.close();
    await tab.untilClosed();
    await later(grace);
    expect(pushed).toEqual([]);
    await eventually(async () => {
      await later(grace, MINUTE_MS);
      expect(pushed.map(({ message }) => message.body)).toEqual(["hello"]);
    });
  });
});

describe("a notification", () => {
  test("is pushed with its text and address, and a request with the member to answer", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    await turnOn(grace);
    await ada.call("requestConnection", { params: { userId: grace.id } });
    await later(grace);
    expect(pushed[0]?.message).toMatchObject({
      kind: "request",
      tag: `connection_request:${ada.id}`,
      from: ada.id,
      title: "Afterglow",
      body: `${ada.username} sent you a connection request`,
      path: `/profile/${ada.username}`,
      unread: 1,
    });
  });

  test("of likes of one post has all that are unread, and replaces the one before", async () => {
    const grace = await member("grace");
    const likers = await Promise.all(["ada", "eve", "joan", "lea"].map((name) => member(name)));
    const { id } = await grace.call("createPost", { body: { mediaUrl: dataUrl } });
    await turnOn(grace);
    for (const one of likers) {
      await one.call("likePost", { params: { id } });
      await later(grace);
    }
    const [ada, eve, joan, lea] = likers.map(({ username }) => username);
    expect(pushed.map(({ message }) => message.body)).toEqual([
      `${ada} liked your post`,
      `${eve} and ${ada} liked your post`,
      `${joan}, ${eve} and 1 other liked your post`,
      `${lea}, ${joan} and 2 others liked your post`,
    ]);
    expect(new Set(pushed.map(({ message }) => message.tag))).toEqual(new Set([`like:${id}`]));
    expect(pushed.at(-1)?.message).toMatchObject({ path: `/post/${id}`, unread: 4 });
    // A like that was read does not count.
    await grace.call("readAllNotifications");
    await (await member("tom")).call("likePost", { params: { id } });
    await later(grace);
    expect(pushed.at(-1)?.message.body).toMatch(/^tom\S* liked your post$/);
  });

  test("that is deleted, or not wanted, leaves the one before with its tag to be pushed", async () => {
    const [ada, grace, eve] = [await member("ada"), await member("grace"), await member("eve")];
    const { id } = await grace.call("createPost", { body: { mediaUrl: dataUrl } });
    const comment = `Look, @${grace.username}`;
    const { id: theirs } = await eve.call("createPost", { body: { mediaUrl: dataUrl } });
    await turnOn(grace);
    await ada.call("likePost", { params: { id } });
    await eve.call("likePost", { params: { id } });
    await eve.call("unlikePost", { params: { id } });
    await ada.call("addComment", { params: { id: theirs }, body: { comment } });
    const gone = await eve.call("addComment", { params: { id: theirs }, body: { comment } });
    await eve.call("deleteComment", { params: { id: theirs, commentId: gone.id } });
    await ada.call("savePost", { params: { id } });
    await eve.call("savePost", { params: { id } });
    await grace.call("setNotificationException", { params: { userId: eve.id }, body: { mode: "never" } });
    await later(grace);
    const found = pushed.map(({ message: { body, from } }) => ({ body, from }));
    expect(found.map(({ from }) => from)).toEqual([ada.id, ada.id, ada.id]);
    expect(found.map(({ body }) => body).sort()).toEqual([
      `New notification from ${ada.username}`,
      `${ada.username} liked your post`,
      expect.stringMatching("saved your post$"),
    ]);
  });

  test("of a group that has another unread one stays on the device", async () => {
    const [ada, grace, eve] = [await member("ada"), await member("grace"), await member("eve")];
    const { id } = await grace.call("createPost", { body: { mediaUrl: dataUrl } });
    await turnOn(grace);
    for (const one of [ada, eve]) await one.call("likePost", { params: { id } });
    await later(grace);
    await eve.call("unlikePost", { params: { id } });
    await ada.call("savePost", { params: { id } });
    await later(grace);
    expect(pushed.map(({ message: { tag, read } }) => [tag, read])).toEqual([
      [`like:${id}`, []],
      [`save:${id}`, []],
    ]);
    await ada.call("unlikePost", { params: { id } });
    await eve.call("savePost", { params: { id } });
    await later(grace);
    expect(pushed[2]?.message.read).toEqual([`like:${id}`]);
  });

  test("of likes of comments and of replies is about one comment, and opens at the comment", async () => {
    const [ada, grace, eve] = [await member("ada"), await member("grace"), await member("eve")];
    const { id } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    const add = (by: Member, comment: string, parentId?: string) =>
      by.call("addComment", { params: { id }, body: { comment, parentId } });
    const [mine, other] = [await add(grace, "One"), await add(grace, "Two")];
    await turnOn(grace);
    for (const by of [ada, eve]) {
      await by.call("likeComment", { params: { id, commentId: mine.id } });
      await later(grace);
    }
    await eve.call("likeComment", { params: { id, commentId: other.id } });
    await later(grace);
    const [likes, both, single] = pushed.map(({ message }) => message);
    expect(both).toMatchObject({
      body: `${eve.username} and ${ada.username} liked your comment`,
      tag: likes?.tag,
      path: `/post/${id}?comment=${mine.id}`,
    });
    expect(single).toMatchObject({
      body: `${eve.username} liked your comment`,
      tag: `comment_like:${other.id}`,
      path: `/post/${id}?comment=${other.id}`,
    });
    const first = await add(eve, "Indeed", mine.id);
    const second = await add(ada, "Yes", first.id);
    await later(grace);
    expect(pushed.at(-1)?.message).toMatchObject({
      body: `${ada.username} and ${eve.username} replied to your comment`,
      tag: `comment_reply:${mine.id}`,
      path: `/post/${id}?comment=${second.id}`,
    });
  });

  test("of a kind that the member has turned off for push is not pushed, and stays in the app", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    await turnOn(grace);
    await grace.call("saveNotificationSettings", { body: { push: ["messages"] } });
    await ada.call("requestConnection", { params: { userId: grace.id } });
    await later(grace);
    expect(pushed).toEqual([]);
    expect(await grace.call("countUnreadNotifications")).toMatchObject({ count: 1 });
  });

  test("of a message follows the settings, too", async () => {
    const [ada, grace] = await twoConnected();
    await turnOn(grace);
    await grace.call("saveNotificationSettings", { body: { push: [] } });
    await send(ada, grace, "quiet");
    await later(grace);
    await grace.call("saveNotificationSettings", { body: { push: ["messages"] } });
    await grace.call("setNotificationException", { params: { userId: ada.id }, body: { mode: "never" } });
    await send(ada, grace, "never");
    await later(grace);
    expect(pushed).toEqual([]);
  });
});

describe("in quiet hours", () => {
  const nightInTokyo = { from: "23:00", to: "07:00", timeZone: "Asia/Tokyo" };

  // Tomorrow, because the runtime runs an alarm whose time has passed at once, beside the test.
  beforeEach(() => vi.setSystemTime(new Date(Date.now() + DAY_MS).setUTCHours(14, 30, 0, 0)));

  test("messages wait until they end", async () => {
    const [ada, grace] = await twoConnected();
    await turnOn(grace);
    await grace.call("setQuietHours", { body: nightInTokyo });
    await send(ada, grace, "at night");
    await later(grace);
    await advance(grace, 7 * 60 * MINUTE_MS);
    expect(pushed).toEqual([]);
    await advance(grace, 30 * MINUTE_MS);
    expect(pushed.map(({ message }) => message.body)).toEqual(["at night"]);
  });

  test("a later message that is deleted leaves the one before to be pushed", async () => {
    const [ada, grace] = await twoConnected();
    await turnOn(grace);
    await grace.call("setQuietHours", { body: nightInTokyo });
    const { id } = await send(ada, grace, "Please call me");
    const oops = await send(ada, grace, "oops");
    await later(grace);
    await ada.call("deleteMessage", { params: { messageId: oops.id, id: oops.id } });
    await advance(grace, 8 * 60 * MINUTE_MS);
    const { username } = ada;
    expect(pushed.map(({ message: { id, title, body } }) => ({ id, title, body }))).toEqual([
      { id, title: username, body: "Please call me" },
    ]);
    // A frame can arrive again after the message was deleted.
    const names = { senderUsername: ada.username, receiverUsername: grace.username };
    const payload = { ...oops, ...names, timestamp: oops.createdAt, clientId: "" };
    await hub(grace).deliver([{ type: "message", payload }]);
    await later(grace);
    expect(pushed).toHaveLength(1);
  });
});

describe("a push service that answers", () => {
  const status = (code: number, headers = {}) => new Response(null, { status: code, headers });

  test.each([404, 410])("%i is asked no more for this device", async (code) => {
    const [ada, grace] = await twoConnected();
    const [gone, kept] = [await turnOn(grace), await turnOn(await again(grace))];
    replies = [() => status(code)];
    await send(ada, grace, "one");
    await later(grace);
    const refused = pushed[0]?.endpoint;
    await send(ada, grace, "two");
    await later(grace);
    expect(pushed.slice(2).map(({ endpoint }) => endpoint)).toEqual([refused === gone ? kept : gone]);
  });

  describe("401 or 403, as for a subscription of another key,", () => {
    const log = vi.fn();
    beforeEach(async () => {
      log.mockClear();
      vi.spyOn(console, "error").mockImplementation(log);
      await env.DB.prepare("DELETE FROM push_subscriptions").run();
    });

    /** Sends as many messages, an hour apart, each of which the push service refuses. */
    async function refuse(from: Client, to: Member, times: number): Promise<void> {
      for (let nth = 0; nth < times; nth++) {
        replies = [() => status(nth % 2 ? 403 : 401)];
        await send(from, to, `refused ${nth}`);
        await later(to);
        await later(to, HOUR_MS);
      }
    }

    const isOn = async (one: Client) => (await one.call("readPush")).isOn;

    test("keeps the device, and is not asked again for an hour", async () => {
      const [ada, grace] = await twoConnected();
      await turnOn(grace);
      replies = [() => status(403)];
      await send(ada, grace, "one");
      await later(grace);
      await send(ada, grace, "two");
      await later(grace);
      expect(pushed).toHaveLength(1);
      expect(await isOn(grace)).toBe(true);
      expect(log).toHaveBeenCalledOnce();
      await later(grace, HOUR_MS);
      await send(ada, grace, "three");
      await later(grace);
      expect(pushed.map(({ message }) => message.body)).toEqual(["one", "three"]);
    });

    test("turns the device off after ten times in a row", async () => {
      const [ada, grace] = await twoConnected();
      await turnOn(grace);
      await refuse(ada, grace, 9);
      await send(ada, grace, "taken");
      await later(grace);
      await refuse(ada, grace, 9);
      expect(await isOn(grace)).toBe(true);
      await refuse(ada, grace, 1);
      expect(await isOn(grace)).toBe(false);
      await turnOn(grace);
      await send(ada, grace, "new");
      await later(grace);
      expect(pushed.at(-1)?.message.body).toBe("new");
    });

    test("turns no device off while those of another member are refused, too: the site's key may be wrong", async () => {
      const [ada, grace] = await twoConnected();
      for (const one of [ada, grace]) await turnOn(one);
      for (let hour = 0; hour < 11; hour++) {
        await refuse(ada, grace, 1);
        await refuse(grace, ada, 1);
      }
      expect([await isOn(ada), await isOn(grace)]).toEqual([true, true]);
    });
  });

  test("503 at first gets the conversations that were read meanwhile with the next attempt", async () => {
    const [ada, grace] = await twoConnected();
    const eve = await member("eve");
    await connect(eve, grace);
    await turnOn(grace);
    await send(ada, grace, "one");
    await later(grace);
    await grace.call("readMessages", { params: { userId: ada.id } });
    replies = [() => status(503)];
    await send(eve, grace, "two");
    await later(grace);
    await later(grace, MINUTE_MS);
    const read = [`chat:${ada.id}`];
    expect(pushed.map(({ message }) => message.read)).toEqual([[], read, read]);
  });

  test("429 is asked again after the time that it names, and only for the device that lacks the message", async () => {
    const [ada, grace] = await twoConnected();
    await turnOn(grace);
    await turnOn(await again(grace));
    replies = [() => status(429, { "Retry-After": "120" })];
    await send(ada, grace, "one");
    await later(grace);
    expect(pushed).toHaveLength(2);
    await later(grace, 100_000);
    expect(pushed).toHaveLength(2);
    await later(grace, 30_000);
    expect(pushed.map(({ endpoint }) => endpoint)).toEqual([
      pushed[0]?.endpoint,
      pushed[1]?.endpoint,
      pushed[0]?.endpoint,
    ]);
    expect(await waiting(grace)).toBe(0);
  });

  test("500 is asked five times in all, with growing delays", async () => {
    const [ada, grace] = await twoConnected();
    await turnOn(grace);
    replies = Array.from({ length: 9 }, () => () => status(500));
    await send(ada, grace, "one");
    await later(grace);
    for (const [attempt, seconds] of [30, 60, 120, 240].entries()) {
      // A random delay between the half and the whole.
      await later(grace, seconds * 500 - 2000);
      expect(pushed).toHaveLength(attempt + 1);
      await later(grace, seconds * 500 + 4000);
      expect(pushed).toHaveLength(attempt + 2);
    }
    await later(grace, 60 * MINUTE_MS);
    expect(pushed).toHaveLength(5);
    expect(await waiting(grace)).toBe(0);
  });

  test("400 is not asked again", async () => {
    const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const [ada, grace] = await twoConnected();
    await turnOn(grace);
    replies = [() => status(400)];
    await send(ada, grace, "one");
    await later(grace);
    await later(grace, MINUTE_MS);
    expect(pushed).toHaveLength(1);
    expect(errors).toHaveBeenCalledOnce();
  });
});

test("a device with broken keys does not keep the others from their messages", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const [ada, grace] = await twoConnected();
  const [broken, phone] = [await turnOn(grace), await turnOn(await again(grace))];
  await env.DB.prepare("UPDATE push_subscriptions SET p256dh = 'x' WHERE endpoint = ?").bind(broken).run();
  await send(ada, grace, "one");
  await later(grace);
  expect(pushed.map(({ endpoint }) => endpoint)).toEqual([phone]);
  expect(await waiting(grace)).toBe(0);
  expect(errors).toHaveBeenCalledOnce();
});

test("a message whose devices cannot be read is tried again with growing delays, and dropped after five attempts", async () => {
  // Without jitter.
  const random = vi.spyOn(Math, "random").mockReturnValue(1);
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const [ada, grace] = await twoConnected();
  await turnOn(grace);
  await send(ada, grace, "late");
  await env.DB.exec("ALTER TABLE quiet_hours RENAME TO gone");
  await later(grace);
  await env.DB.exec("ALTER TABLE gone RENAME TO quiet_hours");
  await later(grace, 20_000);
  expect(pushed).toEqual([]);
  await later(grace, 10_000);
  expect(pushed.map(({ message }) => message.body)).toEqual(["late"]);
  await env.DB.exec("ALTER TABLE quiet_hours RENAME TO gone");
  await send(ada, grace, "lost");
  errors.mockClear();
  for (let attempt = 0; attempt < 5; attempt++) await later(grace, HOUR_MS);
  await env.DB.exec("ALTER TABLE gone RENAME TO quiet_hours");
  expect(await waiting(grace)).toBe(0);
  expect(errors).toHaveBeenCalledTimes(5);
  random.mockRestore();
});

test("a member without a device is asked for once an hour, and a new device is known at once", async () => {
  const [ada, grace] = await twoConnected();
  const tab = await Tab.online(grace);
  tab.close();
  await tab.untilClosed();
  await send(ada, grace, "one");
  await eventually(async () => {
    await later(grace, MINUTE_MS);
    // Kept while the tab may be visible, and until the device is asked for.
    expect(await waiting(grace)).toBe(0);
  });
  // The hub is not called about the first device.
  vi.spyOn(UserHub.prototype, "expectPushes").mockImplementationOnce(() => undefined);
  const phone = await turnOn(grace);
  await send(ada, grace, "two");
  await later(grace);
  expect(pushed).toEqual([]);
  vi.setSystemTime(Date.now() + HOUR_MS);
  await send(ada, grace, "three");
  await later(grace);
  expect(pushed.map(({ message }) => message.body)).toEqual(["three"]);
  await env.DB.prepare("DELETE FROM push_subscriptions WHERE endpoint = ?").bind(phone).run();
  await send(ada, grace, "four");
  await later(grace);
  await turnOn(grace);
  await send(ada, grace, "five");
  await later(grace);
  expect(pushed.map(({ message }) => message.body)).toEqual(["three", "five"]);
});

test("a message waits where it cannot be read whether there is a device", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const [ada, grace] = await twoConnected();
  const tab = await Tab.online(grace);
  tab.close();
  await tab.untilClosed();
  await env.DB.exec("ALTER TABLE push_subscriptions RENAME TO gone");
  await send(ada, grace, "kept");
  await eventually(async () => expect(await waiting(grace)).toBe(1));
  await env.DB.exec("ALTER TABLE gone RENAME TO push_subscriptions");
  await send(ada, grace, "no device");
  await eventually(async () => {
    await later(grace, MINUTE_MS);
    expect(await waiting(grace)).toBe(0);
  });
  expect(pushed).toEqual([]);
});

test("no device gets anything after its session has ended", async () => {
  const [ada, grace] = await twoConnected();
  const phone = await again(grace);
  await turnOn(phone);
  await send(ada, grace, "one");
  await grace.call("endOtherSessions");
  await later(grace);
  expect(pushed).toEqual([]);
  expect(await grace.call("readPush")).toMatchObject({ isOn: false });
});
