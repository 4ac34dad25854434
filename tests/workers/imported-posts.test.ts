import { env } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import { inEnglish } from "~/contract/messages";
import { DATE_IN_FUTURE, DATE_MALFORMED, DATE_TOO_EARLY } from "~/contract/post-texts";
import { quotas } from "~/contract/quotas";
import { HOUR_MS } from "~/contract/time";
import type { MemberCtx } from "~/domain/context";
import { createPost } from "~/domain/posts/create-post";
import { readNeighbours } from "~/domain/posts/read-neighbours";
import { errorOf, type Member, dataUrl as mediaUrl, member } from "./client";
import { notificationsOf, twoConnected } from "./connect";
import { contextOf } from "./context-of";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

const YEAR_2019 = "2019-05-04T10:00:00.000Z";

const share = (one: Member, body: Record<string, unknown> = {}) =>
  one.call("createPost", { body: { mediaUrl, ...body } });
const imported = (one: Member, createdAt: string, body: Record<string, unknown> = {}) =>
  share(one, { createdAt, ...body });
const idsOf = (posts: { id: string }[]) => posts.map(({ id }) => id);

describe("an imported post", () => {
  test("has its date, and its place by that date on the profile, in feeds, under hashtags and beside its neighbours", async () => {
    const [ada, grace] = await twoConnected();
    const caption = "#dusk";
    const today = await share(ada, { caption });
    const of2021 = await imported(ada, "2021-01-01T00:00:00.000Z", { caption });
    const of2019 = await imported(ada, YEAR_2019, { caption });
    expect(of2019.createdAt).toBe(YEAR_2019);
    const newestFirst = [today.id, of2021.id, of2019.id];
    expect(idsOf(await ada.call("listProfilePosts", { params: { username: ada.username } }))).toEqual(
      newestFirst,
    );
    expect(idsOf(await grace.call("readFeed"))).toEqual(newestFirst);
    expect(idsOf(await grace.call("listTaggedPosts", { params: { tag: "dusk" } }))).toEqual(newestFirst);
    const neighbours = await readNeighbours(contextOf(grace).ctx, of2021.id);
    expect(neighbours).toEqual({ previous: today.id, next: of2019.id });
    expect((await grace.call("readProfile", { params: { username: ada.username } })).postCount).toBe(3);
  });

  test("notifies nobody, is not announced, and makes no earlier post of a feed disappear", async () => {
    const [ada, grace] = await twoConnected();
    const { ctx } = contextOf(ada);
    const realtime = { ...ctx.realtime, postCreated: vi.fn(), postsChanged: vi.fn(), publish: vi.fn() };
    const caption = `With @${grace.username}`;
    await createPost({ ...ctx, realtime }, { caption, mediaUrl, createdAt: YEAR_2019 });
    expect(realtime.postCreated).not.toHaveBeenCalled();
    expect(realtime.publish).not.toHaveBeenCalled();
    // Feeds that hubs cache are read again.
    expect(realtime.postsChanged).toHaveBeenCalledExactlyOnceWith(ada.id);
    expect(await notificationsOf(grace)).toEqual([]);
    expect(await grace.call("readFeed")).toHaveLength(1);
  });

  test.each([
    ["2003-12-31T23:59:59.999Z", inEnglish(DATE_TOO_EARLY)],
    ["0001-01-01T00:00:00.000Z", inEnglish(DATE_TOO_EARLY)],
    [new Date(Date.now() + HOUR_MS).toISOString(), inEnglish(DATE_IN_FUTURE)],
    ["9999-12-31T23:59:59.999Z", inEnglish(DATE_IN_FUTURE)],
    ["yesterday", inEnglish(DATE_MALFORMED)],
    ["2019-05-04", inEnglish(DATE_MALFORMED)],
    ["2019-05-04T10:00:00.000+02:00", inEnglish(DATE_MALFORMED)],
    ["", inEnglish(DATE_MALFORMED)],
  ])("is refused with the date %j", async (createdAt, message) => {
    const ada = await member("ada");
    const reply = await ada.send("POST", "/api/posts", { mediaUrl, createdAt });
    expect(await errorOf(reply)).toMatchObject({
      status: 422,
      errors: { createdAt: expect.arrayContaining([message]) },
    });
    expect(await ada.call("readFeed")).toEqual([]);
  });

  test("counts towards the quota of posts at the time of the request", async () => {
    const ada = await member("ada");
    const { ctx } = contextOf(ada);
    const limited: MemberCtx = { ...ctx, limits: { areOn: true, take: async () => true } };
    const before = Date.now();
    const post = () => createPost(limited, { mediaUrl, createdAt: YEAR_2019 });
    await post();
    const counter = () =>
      env.DB.prepare("SELECT since, used FROM quota_counters WHERE owner = ? AND kind = 'posts'")
        .bind(ada.id)
        .first<{ since: number; used: number }>();
    expect(await counter()).toEqual({ since: expect.any(Number), used: 1 });
    expect((await counter())?.since).toBeGreaterThanOrEqual(before);
    await env.DB.prepare("UPDATE quota_counters SET used = ? WHERE kind = 'posts'")
      .bind(quotas.posts.low)
      .run();
    await expect(post()).rejects.toMatchObject({ code: "rate_limited" });
  });

  test("is judged by the image check at once, whatever its date", async () => {
    const ada = await member("ada");
    const { ctx } = contextOf(ada);
    const judge = vi.fn(async () => ({ verdict: "clear" as const, reason: null }));
    const deferred: Promise<unknown>[] = [];
    const judging: MemberCtx = {
      ...ctx,
      imageSafety: { judge },
      defer: (work) => void deferred.push(work),
    };
    await createPost(judging, { mediaUrl, createdAt: YEAR_2019 });
    await Promise.all(deferred);
    expect(judge).toHaveBeenCalledOnce();
  });
});

describe("the keys of imported posts", () => {
  const list = (one: Member, ...clientIds: string[]) =>
    one.call("listImported", { body: { clientIds } }).then((reply) => reply.clientIds);

  test("are those of the member's own posts, deleted ones included", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    await imported(ada, YEAR_2019, { clientId: "kept" });
    const { id } = await imported(ada, YEAR_2019, { clientId: "deleted" });
    await ada.call("deletePost", { params: { id } });
    await imported(grace, YEAR_2019, { clientId: "other" });
    const found = await list(ada, "kept", "kept", "deleted", "other", "unknown", "' OR 1=1 --");
    expect(found.toSorted()).toEqual(["deleted", "kept"]);
    expect(await list(grace, "kept", "other")).toEqual(["other"]);
  });

  test("store a post once, also when two devices import the same one at the same time", async () => {
    const ada = await member("ada");
    const twice = await Promise.all([1, 2].map(() => imported(ada, YEAR_2019, { clientId: "one" })));
    expect(new Set(idsOf(twice)).size).toBe(1);
    expect(await list(ada, "one")).toEqual(["one"]);
  });

  test.each([
    ["none", []],
    ["101", Array.from({ length: 101 }, (_, n) => `key ${n}`)],
    ["an empty one", [""]],
    ["one of 65 characters", ["x".repeat(65)]],
  ])("are refused: %s", async (_, clientIds) => {
    const ada = await member("ada");
    expect((await ada.send("POST", "/api/posts/imported", { clientIds })).status).toBe(422);
  });
});
