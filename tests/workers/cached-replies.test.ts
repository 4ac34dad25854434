import { env } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "~/contract/calls";
import { tokenId } from "~/domain/accounts/session-token";
import { type CachedCallName, cachedCalls } from "../../workers/api/cached-calls";
import { CACHE_MAX_CHARACTERS } from "../../workers/hub/cached-values";
import { UserHub } from "../../workers/user-hub";
import { type Client, dataUrl, type Member, member } from "./client";
import { connect } from "./connect";
import { hub } from "./hubs";
import { again, plainMember, tokenOf } from "./sessions";

// The keys are names of cached calls.
const names = Object.keys(cachedCalls) as CachedCallName[];

/** A member with an old cookie, which asks the database, and a browser whose cookie names their hub. */
interface Reader {
  plain: Member;
  home: Client;
}

async function reader(name: string): Promise<Reader> {
  const plain = await plainMember(name);
  return { plain, home: await again(plain) };
}

/** Returns everything about a reply that the path through the hub could change. */
async function replyTo(client: Client, path: string) {
  const reply = await client.fetch(path);
  const { headers, status } = reply;
  return { status, text: await reply.text(), link: headers.get("Link"), type: headers.get("Content-Type") };
}

/** Returns the finished replies that hubs return while `act` runs. */
async function finishedBy(act: () => Promise<unknown>): Promise<(string | null)[]> {
  const open = vi.spyOn(UserHub.prototype, "open");
  await act();
  const replies = await Promise.all(open.mock.results.map(({ value }) => value));
  open.mockRestore();
  return replies.map((one) => one?.reply?.text ?? null);
}

/** Compares the hub's reply, built and cached, with that of the database. */
async function expectSame({ plain, home }: Reader, path: string) {
  const expected = await replyTo(plain, path);
  expect(await replyTo(home, path), path).toEqual(expected);
  expect(await replyTo(home, path), path).toEqual(expected);
  return expected;
}

let ada: Reader;
let grace: Member;
let postId: string;

beforeAll(async () => {
  ada = await reader("ada");
  grace = await member("grace");
  await connect(ada.plain, grace);
  const photo = await grace.call("createPost", {
    body: { mediaUrl: dataUrl, caption: `"Abend" <am> See 🌅 @${ada.plain.username} \u2028` },
  });
  postId = photo.id;
  for (let n = 0; n < 21; n++) {
    await grace.call("createPost", { body: { mediaUrl: photo.mediaUrl, caption: `Evening no. ${n}` } });
  }
  await env.DB.prepare("UPDATE posts SET is_ai = 1 WHERE caption = 'Evening no. 18'").run();
  const [newest] = await ada.plain.call("readFeed");
  await ada.plain.call("likePost", { params: { id: newest?.id ?? "" } });
  await ada.plain.call("savePost", { params: { id: newest?.id ?? "" } });
  await grace.call("addComment", { params: { id: newest?.id ?? "" }, body: { comment: "So schön 🌊" } });
  await grace.call("sendMessage", { params: { userId: ada.plain.id }, body: { content: "Hello" } });
  await ada.plain.call("sendMessage", { params: { userId: grace.id }, body: { content: "Grüße" } });
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a reply that the hub has finished", () => {
  test.each(names)("has the bytes and headers of the one made from the database: %s", async (name) => {
    const { path } = calls[name];
    const finished = await finishedBy(async () => {
      const { status, text } = await expectSame(ada, path);
      expect(status).toBe(200);
      expect(text.length).toBeGreaterThan(10);
    });
    expect(finished).toEqual([expect.any(String), expect.any(String)]);
  });

  test.each([
    "/api/feed?limit=20",
    "/api/feed?cursor=",
    "/api/feed?x=a%20b&limit=20&x=%2B",
    "/api/feed?limit=4",
    "/api/feed?limit=nonsense",
    "/api/feed?cursor=nonsense",
    "/api/notifications/groups?limit=1",
  ])("stands for requests that ask for exactly that: %s", async (path) => {
    const log = vi.spyOn(console, "error");
    await expectSame(ada, path);
    expect(log).not.toHaveBeenCalled();
  });

  test("names the next page", async () => {
    const { link } = await replyTo(ada.home, "/api/feed");
    const next = /^<([^>]+)>; rel="next"$/.exec(link ?? "")?.[1] ?? "";
    expect(JSON.parse((await replyTo(ada.home, next)).text)).toMatchObject([
      { caption: "Evening no. 0" },
      { id: postId },
    ]);
  });

  test("is finished again for a viewer who hides AI posts", async () => {
    const before = await expectSame(ada, "/api/feed");
    await ada.home.call("hideAiPosts", { body: { hidden: true } });
    const after = await expectSame(ada, "/api/feed");
    expect(JSON.parse(before.text)).toHaveLength(20);
    expect(JSON.parse(after.text)).toHaveLength(19);
  });

  test("is not sent to a session that has ended", async () => {
    const eve = await reader("eve");
    await expectSame(eve, "/api/auth/me");
    await eve.home.call("logOut");
    eve.home.cookies.set("__Host-afterglow", `forged.${eve.plain.id}`);
    const forged = await replyTo(eve.home, "/api/auth/me");
    expect(forged.status).toBe(401);
    expect(forged.text).not.toContain(eve.plain.email);
  });

  test("is not cached beyond the limit of a hub, which still caches the rows", async () => {
    const one = await member("long");
    const { id } = await one.call("createPost", { body: { mediaUrl: dataUrl } });
    const caption = "x".repeat(CACHE_MAX_CHARACTERS * 0.6);
    await env.DB.prepare("UPDATE posts SET caption = ? WHERE id = ?").bind(caption, id).run();
    const token = tokenOf(one);
    const asked = {
      memberId: one.id,
      sessionId: tokenId(token),
      reads: ["feed"],
      call: "readFeed",
      bookmark: null,
    } as const;
    const first = await hub(one).open(asked);
    const second = await hub(one).open(asked);
    if (!first || first === "busy" || !second || second === "busy") throw new Error("no reply");
    expect(first.cost).toMatchObject({ trips: 1 });
    expect(second.cost).toBeNull();
    expect(second.reply?.text).toContain(caption);
    expect(second.reply).toEqual(first.reply);
  });
});
