import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { TAB_HEADER } from "~/contract/tab";
import { listTaggedPosts } from "~/domain/posts/list-tagged-posts";
import { type Client, dataUrl, errorOf, member } from "./client";
import { ask, connect, notificationsOf, openChannel } from "./connect";
import { contextOf } from "./context-of";

const share = (client: Client, words: Record<string, string> = {}) =>
  client.call("createPost", { body: { mediaUrl: dataUrl, ...words } });

/** Creates the owner of a post, one of their connections and a stranger. */
async function three() {
  const [owner, friend, stranger] = [await member("owner"), await member("friend"), await member("stranger")];
  await connect(friend, owner);
  return { owner, friend, stranger, post: await share(owner, { caption: "Dusk" }) };
}

describe("a like", () => {
  test("is counted once, removed once, and returns the current state", async () => {
    const { friend, stranger, post } = await three();
    const params = { id: post.id };
    const state = (likeCount: number, isLiked: boolean) => ({ postId: post.id, likeCount, isLiked });
    expect(await friend.call("likePost", { params })).toEqual(state(1, true));
    expect(await friend.call("likePost", { params })).toEqual(state(1, true));
    expect(await stranger.call("likePost", { params })).toEqual(state(2, true));
    expect(await friend.call("unlikePost", { params })).toEqual(state(1, false));
    expect(await friend.call("unlikePost", { params })).toEqual(state(1, false));
    expect(await friend.call("readPost", { params })).toMatchObject({ likeCount: 1, isLiked: false });
    expect(await stranger.call("readPost", { params })).toMatchObject({ likeCount: 1, isLiked: true });
  });

  test("has the right count after forty concurrent toggles of two members", async () => {
    const { friend, stranger, post } = await three();
    const toggles = Array.from({ length: 40 }, (_, n) => {
      const by = n % 2 ? friend : stranger;
      return by.send(n % 3 ? "POST" : "DELETE", `/api/posts/${post.id}/like`);
    });
    for (const reply of await Promise.all(toggles)) expect(reply.status).toBe(200);
    const { count } = (await env.DB.prepare(
      "SELECT count(*) AS count FROM post_likes JOIN posts ON posts.key = post WHERE posts.id = ? AND liked_at IS NOT NULL",
    )
      .bind(post.id)
      .first<{ count: number }>()) ?? { count: -1 };
    const seen = await friend.call("readPost", { params: { id: post.id } });
    expect(seen.likeCount).toBe(count);
    const likers = [seen.isLiked, (await stranger.call("readPost", { params: { id: post.id } })).isLiked];
    expect(likers.filter(Boolean)).toHaveLength(count);
    await friend.call("likePost", { params: { id: post.id } });
    expect(await stranger.call("unlikePost", { params: { id: post.id } })).toMatchObject({ likeCount: 1 });
  });

  test("notifies the owner once, and not of an own like", async () => {
    const { owner, friend, post } = await three();
    const frames = await openChannel(owner);
    await owner.call("likePost", { params: { id: post.id } });
    for (let n = 0; n < 2; n++) await friend.call("likePost", { params: { id: post.id } });
    expect(await notificationsOf(owner)).toEqual([`like ${friend.id} ${post.id}`]);
    await expect
      .poll(() => frames.filter(({ type }) => type === "notification"))
      .toEqual([
        {
          type: "notification",
          payload: {
            id: expect.any(String),
            type: "like",
            fromUserId: friend.id,
            fromUsername: friend.username,
            entityId: post.id,
          },
        },
      ]);
  });

  test("and a save reach the member's own tabs once, with the tab that wrote", async () => {
    const { owner, friend, post } = await three();
    const [own, others] = [await openChannel(friend), await openChannel(owner)];
    const write = (path: string) =>
      friend.fetch(`/api/posts/${post.id}/${path}`, { method: "POST", headers: { [TAB_HEADER]: "left" } });
    const states = (frames: typeof own) => frames.filter(({ type }) => type.endsWith("_state"));
    for (const path of ["like", "like", "save", "save"]) expect((await write(path)).status).toBe(200);
    // A frame tells the state as of its delivery.
    await expect.poll(() => states(own)).toHaveLength(2);
    await friend.call("unsavePost", { params: { id: post.id } });
    await expect
      .poll(() => states(own))
      .toEqual(
        expect.arrayContaining([
          { type: "like_state", payload: { postId: post.id, likeCount: 1, isLiked: true, tab: "left" } },
          { type: "save_state", payload: { postId: post.id, isSaved: true, tab: "left" } },
          { type: "save_state", payload: { postId: post.id, isSaved: false, tab: null } },
        ]),
      );
    expect(states(own)).toHaveLength(3);
    expect(states(others)).toEqual([]);
  });

  test("publishes its count to the owner's audience and to nobody else", async () => {
    const { owner, friend, stranger, post } = await three();
    const [one, two, none] = [
      await openChannel(owner),
      await openChannel(friend),
      await openChannel(stranger),
    ];
    await stranger.call("likePost", { params: { id: post.id } });
    const update = { type: "like_update", payload: { postId: post.id, count: 1 } };
    await expect.poll(() => one).toContainEqual(update);
    await expect.poll(() => two).toContainEqual(update);
    expect(none.filter(({ type }) => type !== "like_state")).toEqual([]);
  });
});

describe("a save", () => {
  test("is idempotent, notifies the owner once, and fills the list of saved posts, last saved first", async () => {
    const { owner, friend, post } = await three();
    const second = await share(owner);
    for (const id of [second.id, post.id, post.id]) {
      expect(await friend.call("savePost", { params: { id } })).toEqual({ postId: id, isSaved: true });
    }
    const saved = await friend.call("listSavedPosts");
    expect(saved.map(({ id, isSaved }) => [id, isSaved])).toEqual([
      [post.id, true],
      [second.id, true],
    ]);
    expect(await owner.call("listSavedPosts")).toEqual([]);
    for (let n = 0; n < 2; n++) {
      expect(await friend.call("unsavePost", { params: { id: second.id } })).toEqual({
        postId: second.id,
        isSaved: false,
      });
    }
    await friend.call("savePost", { params: { id: second.id } });
    expect((await friend.call("listSavedPosts")).map(({ id }) => id)).toEqual([second.id, post.id]);
    expect(await notificationsOf(owner)).toEqual([
      `save ${friend.id} ${post.id}`,
      `save ${friend.id} ${second.id}`,
    ]);
    const page = await friend.fetch("/api/posts/saved?limit=1");
    expect(page.headers.get("Link")).toContain("/api/posts/saved?limit=1&cursor=");
  });
});

describe("a comment", () => {
  test("is stored, counted, published and notified", async () => {
    const { owner, friend, post } = await three();
    const frames = await openChannel(owner);
    const comment = await friend.call("addComment", {
      params: { id: post.id },
      body: { comment: "  What a sky.\nReally. " },
    });
    expect(comment).toMatchObject({
      postId: post.id,
      userId: friend.id,
      comment: "What a sky.\nReally.",
      user: { id: friend.id, username: friend.username },
    });
    expect(await owner.call("readPost", { params: { id: post.id } })).toMatchObject({
      commentCount: 1,
      comments: [comment],
    });
    expect(await notificationsOf(owner)).toEqual([`comment ${friend.id} ${post.id}`]);
    await expect
      .poll(() => frames.map(({ type }) => type).sort())
      .toEqual(["comment_update", "notification"]);
    await owner.call("addComment", { params: { id: post.id }, body: { comment: "Thank you" } });
    expect(await notificationsOf(owner)).toHaveLength(1);
  });

  test("with a repeated clientId returns the first one, also concurrently, and notifies once", async () => {
    const { owner, friend, stranger, post } = await three();
    const params = { id: post.id };
    const body = { comment: `Look @${stranger.username}`, clientId: crypto.randomUUID() };
    const write = (by: Client) => by.call("addComment", { params, body });
    const [first, ...others] = [...(await Promise.all([write(friend), write(friend)])), await write(friend)];
    for (const other of others) expect(other).toEqual(first);
    expect(await owner.call("readPost", { params })).toMatchObject({ commentCount: 1, comments: [first] });
    expect(await notificationsOf(owner)).toEqual([`comment ${friend.id} ${post.id}`]);
    expect(await notificationsOf(stranger)).toEqual([`mention ${friend.id} ${post.id}`]);
    await write(owner);
    expect((await owner.call("readPost", { params })).commentCount).toBe(2);
  });

  test("keeps a clientId for its post: 409 for another post and after a deletion, with no effect", async () => {
    const { owner, friend, post } = await three();
    const other = await owner.call("createPost", { body: { mediaUrl: post.mediaUrl } });
    const body = { comment: "Once", clientId: crypto.randomUUID() };
    const write = async (id: string) => {
      const reply = await friend.send("POST", `/api/posts/${id}/comment`, body);
      return reply.status === 201 ? "stored" : errorOf(reply);
    };
    const { id } = await friend.call("addComment", { params: { id: post.id }, body });
    expect(await write(other.id)).toEqual({ status: 409, message: "This comment belongs to another post." });
    await owner.call("deleteComment", { params: { id: post.id, commentId: id } });
    const deleted = { status: 409, message: "This comment was deleted." };
    for (const target of [post, other]) expect(await write(target.id)).toEqual(deleted);
    expect(await owner.call("readPost", { params: { id: post.id } })).toMatchObject({ commentCount: 0 });
    expect(await notificationsOf(owner)).toEqual([]);
    const again = { ...body, clientId: crypto.randomUUID() };
    await friend.call("addComment", { params: { id: other.id }, body: again });
    await owner.call("deletePost", { params: { id: other.id } });
    body.clientId = again.clientId;
    expect(await write(post.id)).toEqual(deleted);
  });

  test.each([[""], [" \n\t "], [undefined], ["x".repeat(2201)]])("refuses %j", async (comment) => {
    const { friend, post } = await three();
    const reply = await friend.send("POST", `/api/posts/${post.id}/comment`, { comment });
    expect(reply.status).toBe(422);
    expect(Object.keys((await errorOf(reply)).errors ?? {})).toEqual(["comment"]);
  });

  test("is paged, oldest first, and a card shows the first two", async () => {
    const { owner, post } = await three();
    for (let n = 0; n < 5; n++)
      await owner.call("addComment", { params: { id: post.id }, body: { comment: `no. ${n}` } });
    const texts: string[] = [];
    let next: string | undefined = `/api/posts/${post.id}/comments?limit=2`;
    while (next) {
      const reply: Response = await owner.fetch(next);
      texts.push(...((await reply.json()) as { comment: string }[]).map(({ comment }) => comment));
      next = /^<([^>]+)>; rel="next"$/.exec(reply.headers.get("Link") ?? "")?.[1];
    }
    expect(texts).toEqual(["no. 0", "no. 1", "no. 2", "no. 3", "no. 4"]);
    const [card] = await owner.call("readFeed");
    expect(card?.comments.map(({ comment }) => comment)).toEqual(["no. 0", "no. 1"]);
    expect(card?.commentCount).toBe(5);
    const other = await share(owner);
    expect(await owner.call("listComments", { params: { id: other.id } })).toEqual([]);
  });

  test("can be deleted by its author and the post's owner only", async () => {
    const { owner, friend, stranger, post } = await three();
    const write = () => friend.call("addComment", { params: { id: post.id }, body: { comment: "hm" } });
    const [one, two] = [await write(), await write()];
    const path = `/api/posts/${post.id}/comments/${one.id}`;
    expect((await stranger.send("DELETE", path)).status).toBe(403);
    expect((await friend.send("DELETE", path)).status).toBe(204);
    expect((await friend.send("DELETE", path)).status).toBe(404);
    const elsewhere = await share(stranger);
    expect((await stranger.send("DELETE", `/api/posts/${elsewhere.id}/comments/${two.id}`)).status).toBe(404);
    await owner.call("deleteComment", { params: { id: post.id, commentId: two.id } });
    expect(await owner.call("readPost", { params: { id: post.id } })).toMatchObject({
      commentCount: 0,
      comments: [],
    });
  });
});

describe("sharing", () => {
  const notificationsOfSharing = async (by: { id: string }) => {
    const { results } = await env.DB.prepare(
      `SELECT n.id AS id, is_read AS isRead FROM notices n JOIN users u ON u.key = sender
       WHERE type = 'post_share' AND u.id = ? ORDER BY n.id`,
    )
      .bind(by.id)
      .all<{ id: number; isRead: number }>();
    return results;
  };

  test("twice with the same member succeeds and notifies once", async () => {
    const { owner, friend, post } = await three();
    const frames = await openChannel(owner);
    const again = () =>
      friend.call("sharePost", { params: { id: post.id }, body: { recipientId: owner.id } });
    const first = await again();
    expect(await again()).toEqual(first);
    const other = await share(friend);
    await friend.call("sharePost", { params: { id: other.id }, body: { recipientId: owner.id } });
    expect(await notificationsOf(owner)).toEqual(
      [post.id, other.id].map((id) => `post_share ${friend.id} ${id}`),
    );
    await expect.poll(() => frames.filter(({ type }) => type === "share_post")).toHaveLength(2);
  });

  test("again after the notification was read replaces it", async () => {
    const { owner, friend, post } = await three();
    const frames = await openChannel(owner);
    const again = () =>
      friend.call("sharePost", { params: { id: post.id }, body: { recipientId: owner.id } });
    await again();
    const [first] = await notificationsOfSharing(friend);
    await owner.call("readAllNotifications");
    await again();
    const [second, ...others] = await notificationsOfSharing(friend);
    expect(others).toEqual([]);
    expect(second?.isRead).toBe(0);
    expect(second?.id).toBeGreaterThan(first?.id ?? Number.POSITIVE_INFINITY);
    await expect.poll(() => frames.filter(({ type }) => type === "share_post")).toHaveLength(2);
  });

  test("that stores nothing keeps the older notification", async () => {
    const { owner, friend, stranger, post } = await three();
    await connect(friend, stranger);
    const to = ({ id }: { id: string }) =>
      friend.send("POST", `/api/posts/${post.id}/share`, { recipientId: id });
    for (const one of [owner, stranger]) {
      expect((await to(one)).status).toBe(200);
      await one.call("readAllNotifications");
    }
    const before = await notificationsOfSharing(friend);
    expect(before).toHaveLength(2);
    await friend.call("disconnect", { params: { userId: owner.id } });
    expect((await to(owner)).status).toBe(403);
    // The friend, who is not part of the block, does not learn of it.
    await owner.call("blockMember", { params: { userId: stranger.id } });
    expect((await to(stranger)).status).toBe(200);
    expect(await notificationsOfSharing(friend)).toEqual(before);
  });

  test("is possible with own connections only and notifies them", async () => {
    const { owner, friend, stranger, post } = await three();
    const to = (by: Client, recipientId: string) =>
      by.send("POST", `/api/posts/${post.id}/share`, { recipientId });
    const frames = await openChannel(owner);
    for (const [by, recipient] of [
      [friend, stranger.id],
      [stranger, owner.id],
      [friend, friend.id],
      [friend, "nobody"],
    ] as const) {
      expect((await to(by, recipient)).status).toBe(403);
    }
    expect((await to(friend, "")).status).toBe(422);
    expect(await (await to(friend, owner.id)).json()).toEqual({
      message: `Post shared with ${owner.username}`,
    });
    expect(await notificationsOf(owner)).toEqual([`post_share ${friend.id} ${post.id}`]);
    await expect.poll(() => frames.map(({ type }) => type).sort()).toEqual(["notification", "share_post"]);
    expect(frames.map(({ payload }) => payload)).toContainEqual({
      postId: post.id,
      fromUserId: friend.id,
      fromUsername: friend.username,
    });
    expect(await notificationsOf(stranger)).toEqual([]);
  });

  test("offers the accepted connections, those with the newest accounts first", async () => {
    const { owner, friend, stranger } = await three();
    const another = await member("Another");
    await connect(owner, another);
    await ask(stranger, owner);
    expect((await owner.call("listConnections")).map(({ user }) => user.id)).toEqual([another.id, friend.id]);
    expect(await stranger.call("listConnections")).toEqual([]);
  });
});

describe("editing", () => {
  test("is for the owner, keeps missing fields and sets editedAt", async () => {
    const { owner, friend, post } = await three();
    const params = { id: post.id };
    expect((await friend.send("PATCH", `/api/posts/${post.id}`, { caption: "Mine" })).status).toBe(403);
    expect(post.editedAt).toBeNull();
    expect((await owner.call("editPost", { params, body: { caption: "Dusk" } })).editedAt).toBeNull();
    const edited = await owner.call("editPost", {
      params,
      body: { location: "Porto", altText: "A harbour" },
    });
    expect(edited).toMatchObject({
      caption: "Dusk",
      location: "Porto",
      altText: "A harbour",
      editedAt: expect.any(String),
    });
    expect(await friend.call("readPost", { params })).toEqual(edited);
    // For a blocked member it looks like an unknown post.
    await owner.call("blockMember", { params: { userId: friend.id } });
    for (const method of ["PATCH", "DELETE"]) {
      const reply = await errorOf(await friend.send(method, `/api/posts/${post.id}`, { caption: "Mine" }));
      expect(reply).toEqual({ status: 404, message: "Post not found" });
    }
    const message = "Caption must not be longer than 2200 characters.";
    const long = await owner.send("PATCH", `/api/posts/${post.id}`, { caption: "x".repeat(2201) });
    expect(await errorOf(long)).toEqual({ status: 422, message, errors: { caption: [message] } });
  });

  test("of one field keeps a field that another tab changes at the same time", async () => {
    const { owner, post } = await three();
    const params = { id: post.id };
    await Promise.all([
      owner.call("editPost", { params, body: { caption: "Dawn #light" } }),
      owner.call("editPost", { params, body: { altText: "A harbour" } }),
    ]);
    const edited = await owner.call("readPost", { params });
    expect(edited).toMatchObject({ caption: "Dawn #light", altText: "A harbour" });
    await owner.call("editPost", { params, body: { location: "Porto" } });
    const tags = await env.DB.prepare("SELECT tag FROM post_hashtags WHERE post_id = ?").bind(post.id).all();
    expect(tags.results).toEqual([{ tag: "light" }]);
  });
});

describe("mentions", () => {
  test("notify each mentioned member once, but not the author", async () => {
    const { owner, friend, stranger } = await three();
    const caption = `with @${friend.username.toUpperCase()} and @${friend.username}, @${owner.username}, @no.such.member. mail a@${stranger.username}`;
    const post = await share(owner, { caption });
    expect(await notificationsOf(friend)).toEqual([`mention ${owner.id} ${post.id}`]);
    await stranger.call("addComment", {
      params: { id: post.id },
      body: { comment: `@${friend.username} look` },
    });
    expect(await notificationsOf(friend)).toEqual([
      `mention ${owner.id} ${post.id}`,
      `mention ${stranger.id} ${post.id}`,
    ]);
    await owner.call("editPost", {
      params: { id: post.id },
      body: { caption: `${caption} @${stranger.username}` },
    });
    expect(await notificationsOf(stranger)).toEqual([`mention ${owner.id} ${post.id}`]);
    expect(await notificationsOf(friend)).toHaveLength(2);
  });

  test("with a full stop notify the member of exactly this name, else the one without it", async () => {
    const { owner, friend, stranger } = await three();
    const dotted = await member("dotted");
    await dotted.call("setUpProfile", { body: { username: `${stranger.username}.` } });
    const post = await share(owner, { caption: `With @${friend.username}. And @${stranger.username}.` });
    const notification = `mention ${owner.id} ${post.id}`;
    expect(await Promise.all([friend, dotted, stranger].map(notificationsOf))).toEqual([
      [notification],
      [notification],
      [],
    ]);
    // The links of such mentions lead to `/profile/{username}.`.
    const read = (username: string) => owner.call("readProfile", { params: { username } });
    expect((await read(`${friend.username}.`)).id).toBe(friend.id);
    expect((await read(`${stranger.username}.`)).id).toBe(dotted.id);
    expect((await read(stranger.username)).id).toBe(stranger.id);
  });

  test("that an edit removes and adds again notify once", async () => {
    const { owner, stranger, post } = await three();
    const params = { id: post.id };
    for (const caption of [`with @${stranger.username}`, "alone", `again @${stranger.username}`]) {
      await owner.call("editPost", { params, body: { caption } });
    }
    expect(await notificationsOf(stranger)).toEqual([`mention ${owner.id} ${post.id}`]);
    // A mention in a comment is separate.
    await owner.call("addComment", { params, body: { comment: `@${stranger.username} look` } });
    expect(await notificationsOf(stranger)).toHaveLength(2);
  });
});

describe("every call on an unknown post", () => {
  test.each([
    ["GET", ""],
    ["PATCH", "", { caption: "x" }],
    ["DELETE", ""],
    ["POST", "/like"],
    ["DELETE", "/like"],
    ["POST", "/save"],
    ["DELETE", "/save"],
    ["GET", "/comments"],
    ["POST", "/comment", { comment: "x" }],
    ["POST", "/share", { recipientId: "x" }],
  ])("%s /api/posts/{id}%s returns 404", async (method, path, body?: unknown) => {
    const ada = await member("ada");
    for (const id of [crypto.randomUUID(), "' OR 1=1 --", "%00"]) {
      const reply = await ada.send(method, `/api/posts/${encodeURIComponent(id)}${path}`, body);
      expect(await errorOf(reply)).toEqual({ status: 404, message: "Post not found" });
    }
  });
});

test("finds a post by its hashtag in any case and Unicode form", async () => {
  const ada = await member("ada");
  const { ctx } = contextOf(ada);
  const post = await share(ada, { caption: "#Cafe\u0301 #हिन्दी" });
  for (const tag of ["caf\u00e9", "CAFE\u0301", "हिन्दी"]) {
    expect((await listTaggedPosts(ctx, tag)).items.map(({ id }) => id)).toEqual([post.id]);
    const found = await ada.call("listTaggedPosts", { params: { tag: encodeURIComponent(tag) } });
    expect(found.map(({ id }) => id)).toEqual([post.id]);
  }
});

test("pages through the posts of a hashtag, newest first, without those of blocked members", async () => {
  const [ada, grace] = [await member("ada"), await member("grace")];
  const posts = [await share(ada, { caption: "#paged" }), await share(ada, { caption: "#paged" })];
  const hidden = await share(grace, { caption: "#paged" });
  await ada.call("blockMember", { params: { userId: grace.id } });
  const first = await ada.fetch("/api/tags/paged/posts?limit=1");
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("Link") ?? "")?.[1] ?? "";
  const second = await ada.fetch(next);
  expect(second.headers.has("Link")).toBe(false);
  const ids = [await first.json<{ id: string }[]>(), await second.json<{ id: string }[]>()].flat();
  expect(ids.map(({ id }) => id)).toEqual(posts.map(({ id }) => id).reverse());
  expect(ids.some(({ id }) => id === hidden.id)).toBe(false);
});

describe("deleting a post", () => {
  test("deletes its comments, likes, saves, tags and notifications", async () => {
    const { owner, friend, post } = await three();
    await owner.call("editPost", { params: { id: post.id }, body: { caption: "#dusk" } });
    await friend.call("likePost", { params: { id: post.id } });
    await friend.call("savePost", { params: { id: post.id } });
    await friend.call("addComment", { params: { id: post.id }, body: { comment: "x" } });
    const key = await env.DB.prepare("SELECT key FROM posts WHERE id = ?").bind(post.id).first("key");
    await owner.call("deletePost", { params: { id: post.id } });
    for (const table of ["post_comments", "post_likes", "post_saves"]) {
      const rows = await env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE post = ?`)
        .bind(key)
        .first("n");
      expect(rows, table).toBe(0);
    }
    const tags = await env.DB.prepare("SELECT tag FROM post_hashtags WHERE post_id = ?").bind(post.id).all();
    expect(tags.results).toEqual([]);
    expect(await notificationsOf(owner)).toEqual([]);
    expect(await friend.call("listSavedPosts")).toEqual([]);
  });
});
