import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import type { ExplorePost } from "~/contract/explore";
import { firstIdOf } from "~/contract/ids";
import type { PageRequest } from "~/db/cursor";
import { listExplorePosts } from "~/domain/explore/list-explore-posts";
import { listTrendingTags } from "~/domain/explore/trending-tags";
import { type Client, dataUrl, errorOf, type Member, member } from "./client";
import { ask, connect } from "./connect";
import { contextOf } from "./context-of";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

const post = (by: Client, caption = "", more = {}) =>
  by.call("createPost", { body: { mediaUrl: dataUrl, caption, ...more } });

/** Returns all posts that Explore shows to a member, by following the links of its pages. */
async function explored(client: Client, limit = 50): Promise<ExplorePost[]> {
  const posts: ExplorePost[] = [];
  let path: string | undefined = `/api/explore?limit=${limit}`;
  while (path) {
    const reply: Response = await client.fetch(path);
    expect(reply.status).toBe(200);
    const page: ExplorePost[] = await reply.json();
    expect(page.length).toBeLessThanOrEqual(limit);
    posts.push(...page);
    path = /<([^>]+)>/.exec(reply.headers.get("Link") ?? "")?.[1];
  }
  return posts;
}

/** The same without the posts of other tests. */
async function exploredOf(client: Client, authors: readonly Member[]): Promise<ExplorePost[]> {
  const ids = new Set(authors.map(({ id }) => id));
  return (await explored(client)).filter(({ userId }) => ids.has(userId));
}

const idsOf = (posts: readonly { id: string }[]) => posts.map(({ id }) => id);
const byConnection = (one: Member, others = 0) => ({ type: "connection", name: one.username, others });

/** A viewer, their connection, who is connected with `far`, and a stranger. */
async function neighbourhood() {
  const [viewer, friend, far, stranger] = [
    await member("viewer"),
    await member("friend"),
    await member("far"),
    await member("stranger"),
  ];
  await connect(viewer, friend);
  await connect(far, friend);
  return { viewer, friend, far, stranger };
}

describe("Explore", () => {
  test("shows posts of strangers, those with a reason first, each newest first", async () => {
    const { viewer, friend, far, stranger } = await neighbourhood();
    const tag = `dusk_${viewer.id.slice(-8)}`;
    await post(viewer, `Mine #${tag}`);
    await post(friend, `A connection's #${tag}`);
    const older = await post(far, "Near, older");
    const tagged = await post(stranger, `Far, tagged #${tag.toUpperCase()}`);
    const newer = await post(far, `Near, newer #${tag}`);
    const plain = await post(stranger, "Far #other");
    const posts = await exploredOf(viewer, [viewer, friend, far, stranger]);
    expect(posts.map(({ id, reason }) => [id, reason])).toEqual([
      [newer.id, byConnection(friend)],
      [tagged.id, { type: "tag", name: tag, others: 0 }],
      [older.id, byConnection(friend)],
      [plain.id, null],
    ]);
    expect(posts[3]).toMatchObject({ caption: "Far #other", user: { username: stranger.username } });
    // Those with a reason come before every other post of the site.
    expect(idsOf(await explored(viewer)).slice(0, 3)).toEqual([newer.id, tagged.id, older.id]);
  });

  test("names the connection with the newest account and counts the others", async () => {
    const { viewer, friend, far } = await neighbourhood();
    const second = await member("second");
    await connect(viewer, second);
    await connect(second, far);
    await post(far);
    expect(await exploredOf(viewer, [far])).toMatchObject([{ reason: byConnection(second, 1) }]);
    expect(friend.id < second.id).toBe(true);
  });

  test.each([1, 2, 3, 7])("pages of %i posts miss and repeat none", async (limit) => {
    const { viewer, friend, far, stranger } = await neighbourhood();
    const other = await member("other");
    await connect(other, friend);
    const tag = `paged_${viewer.id.slice(-8)}`;
    await post(viewer, `#${tag} #${tag}_too`);
    const made: string[] = [];
    for (const [by, caption] of [
      [far, `One #${tag} #${tag}_too`],
      [stranger, `Two #${tag} #${tag}_too`],
      [stranger, "Three"],
      [other, "Four"],
      [far, `Five #${tag}`],
      [stranger, "Six"],
    ] as const)
      made.push((await post(by, caption)).id);
    const posts = (await explored(viewer, limit)).filter(({ id }) => made.includes(id));
    expect(posts.map(({ caption }) => caption.split(" ")[0])).toEqual([
      "Five",
      "Four",
      "Two",
      "One",
      "Six",
      "Three",
    ]);
  });

  test("shows posts of members with a request, in both directions", async () => {
    const [viewer, asked, asker] = [await member("viewer"), await member("asked"), await member("asker")];
    await ask(viewer, asked);
    await ask(asker, viewer);
    await post(asked);
    await post(asker);
    expect(await exploredOf(viewer, [asked, asker])).toHaveLength(2);
  });

  // Each case is about a post with a reason and one without.
  const hidings: Record<string, (viewer: Member, author: Member) => Promise<unknown>> = {
    "the viewer has blocked": (viewer, author) =>
      viewer.call("blockMember", { params: { userId: author.id } }),
    "has blocked the viewer": (viewer, author) =>
      author.call("blockMember", { params: { userId: viewer.id } }),
    "the viewer has muted": (viewer, author) => viewer.call("muteMember", { params: { userId: author.id } }),
    "is suspended": (_, author) =>
      env.DB.prepare("INSERT INTO suspensions (member_id, decision_id, reason) VALUES (?, 'none', 'spam')")
        .bind(author.id)
        .run(),
    "stays out of Explore": (_, author) => author.call("setDiscovery", { body: { hidden: true } }),
    "has deleted the account": (_, author) =>
      author.call("deleteAccount", {
        body: { confirmation: author.username, currentPassword: "sunset" },
      }),
    "is now a connection": (viewer, author) => connect(viewer, author),
  };
  test.each(Object.entries(hidings))("leaves out a member who %s", async (_, hide) => {
    const { viewer, far, stranger } = await neighbourhood();
    await post(far);
    await post(stranger);
    expect(await exploredOf(viewer, [far, stranger])).toHaveLength(2);
    await hide(viewer, far);
    await hide(viewer, stranger);
    expect(await exploredOf(viewer, [far, stranger])).toEqual([]);
  });

  test("shows a member again who comes back", async () => {
    const { viewer, far } = await neighbourhood();
    await post(far);
    expect(await far.call("setDiscovery", { body: { hidden: true } })).toEqual({ hidden: true });
    expect(await far.call("setDiscovery", { body: { hidden: false } })).toEqual({ hidden: false });
    expect(await exploredOf(viewer, [far])).toHaveLength(1);
  });

  test("covers sensitive photos, and leaves them out for a viewer who hides them", async () => {
    const { viewer, far, stranger } = await neighbourhood();
    await post(far, "", { isSensitive: true });
    await post(stranger, "", { isSensitive: true });
    expect((await exploredOf(viewer, [far, stranger])).map(({ cover }) => cover)).toEqual(["owner", "owner"]);
    await viewer.call("setSensitivePhotos", { body: { mode: "hide" } });
    expect(await exploredOf(viewer, [far, stranger])).toEqual([]);
  });

  test("leaves out posts with a muted word, AI posts for a viewer who hides them, and deleted ones", async () => {
    const { viewer, far, stranger } = await neighbourhood();
    for (const by of [far, stranger]) await post(by, "Fresh kale");
    const made = [await post(far, "By AI"), await post(stranger, "By AI")];
    const gone = await post(far, "Gone");
    await env.DB.prepare("UPDATE posts SET is_ai = 1 WHERE id IN (?, ?)")
      .bind(made[0]?.id, made[1]?.id)
      .run();
    expect(await exploredOf(viewer, [far, stranger])).toHaveLength(5);
    await viewer.call("muteWord", { body: { word: "kale" } });
    await far.call("deletePost", { params: { id: gone.id } });
    expect(idsOf(await exploredOf(viewer, [far, stranger]))).toEqual(idsOf(made));
    await viewer.call("hideAiPosts", { body: { hidden: true } });
    expect(await exploredOf(viewer, [far, stranger])).toEqual([]);
  });

  test.each(["7", "reason-7", "reason-", "near-x", "'", "reason-reason-"])(
    "refuses the cursor %s or starts over",
    async (cursor) => {
      const reply = await (await member()).fetch(`/api/explore?cursor=${encodeURIComponent(cursor)}`);
      if (cursor === "reason-") return expect(reply.status).toBe(200);
      expect(await errorOf(reply)).toMatchObject({ status: 400, message: "The cursor is malformed." });
    },
  );

  test("refuses a setting that is no boolean", async () => {
    const viewer = await member();
    expect((await viewer.send("POST", "/api/users/discovery", { hidden: "yes" })).status).toBe(400);
    expect(await errorOf(await viewer.send("POST", "/api/users/discovery", {}))).toMatchObject({
      status: 422,
      message: "Say whether you stay out of Explore and suggestions.",
    });
  });

  test("reads past many posts of connections, and goes on behind them", async () => {
    const { viewer, friend, stranger } = await neighbourhood();
    const { id: oldest } = await post(stranger);
    const { id: source } = await post(friend);
    const copies = (count: number) =>
      env.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO posts (id, user_id, media_url, media_id, width, height, placeholder, color, created_at)
         SELECT substr(p.id, 1, 24) || printf('%012x', abs(random() % 281474976710655)), p.user_id, p.media_url, p.media_id, 1, 1, '', '#000000', p.created_at
         FROM n, posts p WHERE p.id = ?`,
      )
        .bind(count, source)
        .run();
    const pagesUntil = async () => {
      for (let [pages, cursor] = [1, null as string | null]; ; pages++) {
        const { ctx, cost } = contextOf(viewer);
        const { items, next } = await listExplorePosts(ctx, { cursor, limit: 20 });
        expect(cost.rowsRead).toBeLessThanOrEqual(2000);
        if (idsOf(items).includes(oldest)) return pages;
        expect(next).not.toBeNull();
        cursor = next;
      }
    };
    await copies(200);
    expect(await pagesUntil()).toBe(1);
    await copies(200);
    expect(await pagesUntil()).toBe(2);
    await env.DB.prepare("DELETE FROM posts WHERE user_id = ?").bind(friend.id).run();
  });

  test("reads a number of rows that does not grow with the site", async () => {
    const { viewer, far, stranger } = await neighbourhood();
    const tag = `many_${viewer.id.slice(-8)}`;
    await post(viewer, `#${tag}`);
    const [near, other] = [await post(far), await post(stranger)];
    const rowsOf = async () => {
      const rows: number[] = [];
      const request: PageRequest = { cursor: null, limit: 20 };
      for (let nth = 0; nth < 6; nth++) {
        const { ctx, cost } = contextOf(viewer);
        const page = await listExplorePosts(ctx, request);
        rows.push(cost.rowsRead);
        request.cursor = page.next;
      }
      return rows;
    };
    const grow = async (round: number) => {
      const id = `printf('0000000${round}-0000-7000-8000-%012d', i)`;
      const numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)";
      for (const { id: source } of [near, other]) {
        const made = source === near.id ? id : `replace(${id}, '-7000-', '-7001-')`;
        await env.DB.prepare(`${numbers}
          INSERT INTO posts (id, user_id, media_url, media_id, width, height, placeholder, color, created_at)
          SELECT ${made}, p.user_id, p.media_url, p.media_id, 1, 1, '', '#000000', p.created_at FROM n, posts p WHERE p.id = ?`)
          .bind(source)
          .run();
        await env.DB.prepare(`${numbers} INSERT INTO post_hashtags (tag, post_id) SELECT ?, ${made} FROM n`)
          .bind(tag)
          .run();
      }
    };
    await grow(1);
    const before = await rowsOf();
    await grow(2);
    const after = await rowsOf();
    expect(Math.max(...after), `${before} and ${after}`).toBeLessThanOrEqual(Math.max(...before) + 10);
    expect(Math.max(...after)).toBeLessThan(600);
  });
});

describe("followed hashtags", () => {
  const follow = (by: Client, tag: string) => by.send("POST", `/api/tags/${encodeURIComponent(tag)}/follow`);

  test("are listed, last followed first, once each, for their member alone", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    for (const tag of ["Dusk", "dawn_2", "DUSK", "\u5915\u713c\u3051"])
      expect((await follow(ada, tag)).status).toBe(204);
    expect(new Set(await ada.call("listFollowedTags"))).toEqual(
      new Set(["dusk", "dawn_2", "\u5915\u713c\u3051"]),
    );
    expect(await grace.call("listFollowedTags")).toEqual([]);
    for (const tag of ["DUSK", "dusk", "never"]) await ada.call("unfollowTag", { params: { tag } });
    expect(new Set(await ada.call("listFollowedTags"))).toEqual(new Set(["dawn_2", "\u5915\u713c\u3051"]));
  });

  test.each(["7", "two words", "#dusk", "a-b", "x".repeat(101), "\u0000", "'", "%"])(
    "refuses %j, which is no hashtag",
    async (tag) => {
      const ada = await member("ada");
      expect(await errorOf(await follow(ada, tag))).toMatchObject({
        status: 422,
        message: "This is no hashtag.",
      });
      expect(await ada.call("listFollowedTags")).toEqual([]);
    },
  );

  test("are at most fifty", async () => {
    const ada = await member("ada");
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 49)
       INSERT INTO followed_tags (member, tag, followed_at) SELECT key, 'tag' || i, i FROM n, users WHERE id = ?`,
    )
      .bind(ada.id)
      .run();
    expect((await follow(ada, "last")).status).toBe(204);
    expect((await follow(ada, "last")).status).toBe(204);
    const refused = await errorOf(await follow(ada, "more"));
    expect(refused).toMatchObject({ status: 422, message: "You can follow at most 50 hashtags." });
    expect((await ada.call("listFollowedTags"))[0]).toBe("last");
  });

  test("mark posts in Explore, and change neither the feed nor the hashtag's page", async () => {
    const [viewer, stranger] = [await member("viewer"), await member("stranger")];
    const tag = `calm_${viewer.id.slice(-8)}`;
    const made = await post(stranger, `#${tag}`);
    await post(stranger, "Newer");
    const tagged = await viewer.call("listTaggedPosts", { params: { tag } });
    expect((await exploredOf(viewer, [stranger])).map(({ reason }) => reason)).toEqual([null, null]);
    await viewer.call("followTag", { params: { tag } });
    expect((await exploredOf(viewer, [stranger])).map(({ caption, reason }) => [caption, reason])).toEqual([
      [`#${tag}`, { type: "tag", name: tag, others: 0 }],
      ["Newer", null],
    ]);
    expect((await explored(viewer))[0]?.id).toBe(made.id);
    expect(await viewer.call("readFeed")).toEqual([]);
    expect(await viewer.call("listTaggedPosts", { params: { tag } })).toEqual(tagged);
    await viewer.call("unfollowTag", { params: { tag } });
    expect((await exploredOf(viewer, [stranger])).map(({ reason }) => reason)).toEqual([null, null]);
  });
});

describe("the hashtags of the week", () => {
  const HOUR = 60 * 60_000;
  // Sorts before the hashtags of the other tests: of those with as many members, only the first are among the ten.
  const tagOf = (one: Member) => `a_trend_${one.id.slice(-8)}`;

  /** Returns the hashtags after a count at a time. */
  async function trendsAt(viewer: Member, at: number): Promise<{ tag: string; authors: number }[]> {
    const { ctx } = contextOf(viewer);
    const counts: Promise<unknown>[] = [];
    const later = {
      ...ctx,
      now: () => new Date(at),
      defer: (work: Promise<unknown>) => void counts.push(work),
    };
    await listTrendingTags(later);
    await Promise.all(counts);
    return listTrendingTags(later);
  }

  test("are counted by members, once each, without hidden, covered, old and deleted posts", async () => {
    const authors = await Promise.all(Array.from({ length: 8 }, () => member("author")));
    const [first, second, third, shy, suspended, covering, old, gone] = authors;
    if (!first || !second || !third || !shy || !suspended || !covering || !old || !gone)
      throw new Error("none");
    const tag = tagOf(first);
    const few = `${tag}_few`;
    for (const by of [first, second, third, shy, suspended, old, gone]) await post(by, `#${tag}`);
    for (const by of [first, first, first, second]) await post(by, `#${few} #${tag}`);
    await post(covering, `#${tag}`, { isSensitive: true });
    await post(covering, `#${tag}`, { visibility: "connections" });
    await shy.call("setDiscovery", { body: { hidden: true } });
    await env.DB.prepare(
      "INSERT INTO suspensions (member_id, decision_id, reason) VALUES (?, 'none', 'spam')",
    )
      .bind(suspended.id)
      .run();
    const [goner] = await gone.call("listProfilePosts", { params: { username: gone.username } });
    await gone.call("deletePost", { params: { id: goner?.id ?? "" } });
    // An id of eight days ago.
    const id = `${firstIdOf(Date.now() - 8 * 24 * HOUR).slice(0, 13)}${crypto.randomUUID().slice(13)}`;
    await env.DB.batch([
      env.DB.prepare(
        "DELETE FROM post_hashtags WHERE post_id IN (SELECT id FROM posts WHERE user_id = ?)",
      ).bind(old.id),
      env.DB.prepare("UPDATE posts SET id = ? WHERE user_id = ?").bind(id, old.id),
      env.DB.prepare("INSERT INTO post_hashtags (tag, post_id) VALUES (?, ?)").bind(tag, id),
    ]);
    const viewer = await member("viewer");
    const found = (await trendsAt(viewer, Date.now())).filter((one) => one.tag.startsWith(tag));
    expect(found).toEqual([{ tag, authors: 3 }]);
    await viewer.call("muteWord", { body: { word: tag } });
    expect((await viewer.call("listTrendingTags")).filter((one) => one.tag.startsWith(tag))).toEqual([]);
  });

  test("are counted again after an hour, by one request alone", async () => {
    const [viewer, ...authors] = await Promise.all(Array.from({ length: 4 }, () => member("author")));
    if (!viewer) throw new Error("none");
    const start = Date.now() + 10 * HOUR;
    await trendsAt(viewer, start);
    for (const by of authors) await post(by, `#${tagOf(viewer)}`);
    const has = (found: { tag: string }[]) => found.some(({ tag }) => tag === tagOf(viewer));
    expect(has(await trendsAt(viewer, start + HOUR - 1))).toBe(false);
    const rounds = await Promise.all([1, 2, 3].map(() => trendsAt(viewer, start + HOUR + 1)));
    expect(rounds.some(has)).toBe(true);
    const stored = await env.DB.prepare("SELECT count(*) AS n FROM trending_tags").first<{ n: number }>();
    expect(stored?.n).toBeLessThanOrEqual(10);
  });
});

// Last: it counts the hashtags of the week, which are counted once an hour.
test("the surroundings of a member are requests that wait, suggestions, and the hashtags of the week", async () => {
  const { viewer, friend, far, stranger } = await neighbourhood();
  await ask(stranger, viewer);
  const { requests, suggestions, tags } = await viewer.call("readSurroundings");
  expect(requests).toMatchObject([{ id: stranger.id, connection: { hasPendingRequest: true } }]);
  expect(suggestions[0]).toMatchObject({ id: far.id, reason: byConnection(friend) });
  expect(tags).toEqual(await viewer.call("listTrendingTags"));
});
