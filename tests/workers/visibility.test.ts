import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { type Call, type CallName, calls } from "~/contract/calls";
import { statusOf } from "~/contract/calls/call";
import { newId } from "~/contract/ids";
import { decisionInput } from "~/contract/moderation";
import { openDb } from "~/db/client";
import { decide } from "~/domain/moderation/decide";
import { review } from "~/domain/moderation/review";
import { readNeighbours } from "~/domain/posts/read-neighbours";
import { currentFrames } from "../../workers/hub/current-frames";
import { type Client, dataUrl, errorOf, type Member, member } from "./client";
import { ask, connect, notificationsOf, twoConnected } from "./connect";
import { contextOf } from "./context-of";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

const post = (by: Client, more: object = {}) =>
  by.call("createPost", { body: { mediaUrl: dataUrl, visibility: "connections", ...more } });

const idsOf = (posts: readonly { id: string }[]) => posts.map(({ id }) => id);

/** The author and one member of each relation with the author. */
async function everyone() {
  const people = {
    author: await member("author"),
    connection: await member("connection"),
    asked: await member("asked"),
    asker: await member("asker"),
    stranger: await member("stranger"),
    blocked: await member("blocked"),
  };
  const { author, connection, asked, asker, blocked } = people;
  await connect(author, connection);
  await ask(author, asked);
  await ask(asker, author);
  await author.call("blockMember", { params: { userId: blocked.id } });
  return people;
}

/** The people who are not connected with the author, whatever else they are. */
const others = ["asked", "asker", "stranger", "blocked"] as const;
const insiders = ["author", "connection"] as const;

const disconnect = (a: Member, b: Member) => a.call("disconnect", { params: { userId: b.id } });

/** The requests that name a post, by call; a comment of the author is under it. */
const requests: Partial<
  Record<CallName, (names: { id: string; commentId: string; author: Member }) => Record<string, unknown>>
> = {
  readPost: () => ({}),
  readNeighbours: () => ({}),
  editPost: () => ({ body: { caption: "Changed" } }),
  deletePost: () => ({}),
  likePost: () => ({}),
  unlikePost: () => ({}),
  savePost: () => ({}),
  unsavePost: () => ({}),
  listLikers: () => ({}),
  listComments: () => ({}),
  addComment: () => ({ body: { comment: "Lovely" } }),
  deleteComment: () => ({}),
  likeComment: () => ({}),
  unlikeComment: () => ({}),
  editComment: () => ({ body: { comment: "Changed" } }),
  pinComment: () => ({}),
  unpinComment: () => ({}),
  hideComment: () => ({}),
  unhideComment: () => ({}),
  sharePost: ({ author }) => ({ body: { recipientId: author.id } }),
};

describe("every call about a post for connections", () => {
  let people: Awaited<ReturnType<typeof everyone>>;
  beforeAll(async () => {
    people = await everyone();
  });

  const send = (by: Member, name: CallName, names: { id: string; commentId: string }) => {
    const { method, path }: Call = calls[name];
    const { body } = requests[name]?.({ ...names, author: people.author }) ?? {};
    return by.send(method, path.replace("{id}", names.id).replace("{commentId}", names.commentId), body);
  };
  const named = async () => {
    const { id } = await post(people.author);
    const body = { comment: "Mine" };
    return { id, commentId: (await people.author.call("addComment", { params: { id }, body })).id };
  };

  test("is in the table of this test", () => {
    const about = Object.entries(calls).filter(([, { path }]) => path.startsWith("/api/posts/{id}"));
    expect(Object.keys(requests).sort()).toEqual(about.map(([name]) => name).sort());
  });

  test.each(Object.keys(requests) as CallName[])("%s answers others as for no post", async (name) => {
    const names = await named();
    const unknown = { id: newId(Date.now()), commentId: newId(Date.now()) };
    for (const who of others) {
      const reply = await errorOf(await send(people[who], name, names));
      expect(reply, who).toEqual(await errorOf(await send(people[who], name, unknown)));
      expect(reply.status).toBe(404);
    }
    for (const who of [...insiders].reverse()) {
      const { status } = await send(people[who], name, names);
      expect(status, who).not.toBe(404);
    }
  });

  test("a report of it or of its comment answers others as for no post", async () => {
    const { id, commentId } = await named();
    for (const subject of [{ postId: id }, { postId: id, commentId }]) {
      const body = { reason: "spam", ...subject };
      for (const who of others)
        expect((await people[who].send("POST", "/api/reports", body)).status).toBe(404);
      expect((await people.connection.send("POST", "/api/reports", body)).status).toBe(
        statusOf(calls.report),
      );
    }
  });

  test("writes of others change nothing", async () => {
    const { author, connection, stranger } = people;
    const names = await named();
    await connect(author, stranger);
    for (const one of [connection, stranger]) {
      await one.call("likePost", { params: { id: names.id } });
      await one.call("savePost", { params: { id: names.id } });
    }
    await disconnect(author, stranger);
    const before = await author.call("readPost", { params: { id: names.id } });
    expect(before).toMatchObject({ likeCount: 2, commentCount: 1 });
    for (const name of ["unlikePost", "unsavePost", "addComment", "deletePost", "editPost"] as const)
      expect((await send(stranger, name, names)).status).toBe(404);
    expect(await author.call("readPost", { params: { id: names.id } })).toEqual(before);
    const saves = await env.DB.prepare(
      "SELECT count(*) AS n FROM post_saves s JOIN posts p ON p.key = s.post WHERE p.id = ?",
    )
      .bind(names.id)
      .first("n");
    expect(saves).toBe(2);
  });
});

describe("lists", () => {
  test("have it for the author and connections alone", async () => {
    const people = await everyone();
    const { author } = people;
    const open = await post(author, { visibility: "everyone" });
    const { id } = await post(author);
    const shown = async (who: keyof typeof people) => {
      const one = people[who];
      if (who === "blocked") return { tiles: [], posts: [], feed: idsOf(await one.call("readFeed")) };
      const params = { username: author.username };
      const profile = await one.call("readProfile", { params });
      // The count is the same for everybody.
      expect(profile.postCount).toBe(2);
      return {
        tiles: idsOf(await one.call("listProfilePosts", { params })),
        posts: idsOf(profile.posts),
        feed: idsOf(await one.call("readFeed")).filter((one) => one === id || one === open.id),
      };
    };
    const both = [id, open.id];
    for (const who of insiders) expect(await shown(who)).toEqual({ tiles: both, posts: both, feed: both });
    for (const who of ["asked", "asker", "stranger"] as const)
      expect(await shown(who)).toEqual({ tiles: [open.id], posts: [open.id], feed: [] });
    expect((await shown("blocked")).feed).toEqual([]);
  });

  test("page through the posts for everyone without short pages", async () => {
    const [author, stranger, friend] = [
      await member("author"),
      await member("stranger"),
      await member("friend"),
    ];
    await connect(author, friend);
    const made: { id: string; visibility: string }[] = [];
    for (let n = 0; n < 8; n++)
      made.unshift(await post(author, { visibility: n % 4 ? "connections" : "everyone" }));
    const open = idsOf(made.filter(({ visibility }) => visibility === "everyone"));
    const pages = async (by: Member) => {
      const found: string[][] = [];
      let path: string | undefined = `/api/users/profile/${author.username}/posts?limit=1`;
      while (path) {
        const reply = await by.fetch(path);
        found.push(idsOf(await reply.json()));
        path = /<([^>]+)>/.exec(reply.headers.get("Link") ?? "")?.[1];
      }
      return found;
    };
    expect(await pages(stranger)).toEqual(open.map((id) => [id]));
    expect(await pages(friend)).toEqual(made.map(({ id }) => [id]));
  });

  test("of neighbours skip it for others", async () => {
    const [author, stranger, friend] = [
      await member("author"),
      await member("stranger"),
      await member("friend"),
    ];
    await connect(author, friend);
    const first = await post(author, { visibility: "everyone" });
    const hidden = await post(author);
    const last = await post(author, { visibility: "everyone" });
    const neighbours = (by: Member, { id }: { id: string }) => readNeighbours(contextOf(by).ctx, id);
    expect(await neighbours(stranger, first)).toEqual({ previous: last.id, next: null });
    expect(await neighbours(stranger, last)).toEqual({ previous: null, next: first.id });
    for (const one of [author, friend]) {
      expect(await neighbours(one, first)).toEqual({ previous: hidden.id, next: null });
      expect(await neighbours(one, last)).toEqual({ previous: null, next: hidden.id });
    }
  });

  test("of hashtags, Explore and suggestions have it for nobody", async () => {
    const [author, friend, far] = [await member("author"), await member("friend"), await member("far")];
    await connect(author, friend);
    await connect(friend, far);
    const tag = `private_${author.id.slice(-8)}`;
    const open = await post(author, { visibility: "everyone", caption: `#${tag}_open` });
    const { id } = await post(author, { caption: `#${tag}` });
    const tagged = async (by: Member) => idsOf(await by.call("listTaggedPosts", { params: { tag } }));
    for (const one of [author, friend, far]) expect(await tagged(one)).toEqual([]);
    // With a reason: the author is connected with a connection of `far`, who follows the hashtag.
    await far.call("followTag", { params: { tag } });
    const stranger = await member("stranger");
    await stranger.call("followTag", { params: { tag } });
    for (const one of [far, stranger]) {
      const explored = idsOf(await one.call("listExplorePosts"));
      expect(explored).toContain(open.id);
      expect(explored).not.toContain(id);
    }
    const suggested = (await stranger.call("listSuggestions")).find((one) => one.id === author.id);
    expect(suggested?.reason ?? null).toBeNull();
    await author.call("editPost", { params: { id }, body: { visibility: "everyone" } });
    expect(await tagged(stranger)).toEqual([id]);
    expect(idsOf(await far.call("listExplorePosts"))).toContain(id);
    await author.call("editPost", { params: { id }, body: { visibility: "connections" } });
    expect(await tagged(stranger)).toEqual([]);
  });

  test("of saved posts and collections lose it with the connection and get it back", async () => {
    const [author, reader] = await twoConnected("author", "reader");
    const open = await post(author, { visibility: "everyone" });
    const { id } = await post(author);
    for (const one of [open.id, id]) await reader.call("savePost", { params: { id: one } });
    const collection = await reader.call("createCollection", { body: { name: "Dusk" } });
    const inCollection = { params: { id: collection.id } };
    const move = (postIds: string[], collectionId: string | null) =>
      reader.call("moveSavedPosts", { body: { postIds, collectionId } });
    await move([open.id, id], collection.id);
    const setCover = () => reader.send("PATCH", `/api/collections/${collection.id}`, { coverPostId: id });
    expect((await setCover()).status).toBe(200);
    await disconnect(author, reader);
    expect(idsOf(await reader.call("listSavedPosts"))).toEqual([open.id]);
    expect(idsOf(await reader.call("listCollectionPosts", inCollection))).toEqual([open.id]);
    expect(await reader.call("readCollection", inCollection)).toMatchObject({
      postCount: 2,
      coverPhoto: { postId: open.id },
    });
    expect((await reader.call("listCollections"))[0]?.coverPhoto?.postId).toBe(open.id);
    expect((await setCover()).status).toBe(422);
    expect((await move([id], null)).postIds).toEqual([]);
    await connect(author, reader);
    expect(idsOf(await reader.call("listCollectionPosts", inCollection))).toEqual([id, open.id]);
    expect((await reader.call("readCollection", inCollection)).coverPhoto?.postId).toBe(id);
  });
});

describe("notifications", () => {
  test("of mentions and shares go to members who may see the post", async () => {
    const [author, friend, stranger] = [
      await member("author"),
      await member("friend"),
      await member("stranger"),
    ];
    await connect(author, friend);
    await connect(friend, stranger);
    const caption = `With @${friend.username} and @${stranger.username}`;
    const { id } = await post(author, { caption });
    expect(await notificationsOf(friend)).toEqual([`mention ${author.id} ${id}`]);
    await friend.call("addComment", { params: { id }, body: { comment: `@${stranger.username} look` } });
    // The sender does not learn who is connected with the author.
    await friend.call("sharePost", { params: { id }, body: { recipientId: stranger.id } });
    expect(await notificationsOf(stranger)).toEqual([]);
    await author.call("editPost", { params: { id }, body: { visibility: "everyone" } });
    expect(await notificationsOf(stranger)).toEqual([`mention ${author.id} ${id}`]);
    expect(await notificationsOf(friend)).toEqual([`mention ${author.id} ${id}`]);
    await friend.call("sharePost", { params: { id }, body: { recipientId: stranger.id } });
    expect(await notificationsOf(stranger)).toHaveLength(2);
  });

  test("the hub sends no state of a post that its member may no longer see", async () => {
    const [author, friend] = await twoConnected("author", "friend");
    const { id } = await post(author);
    await friend.call("likePost", { params: { id } });
    const { db } = openDb(env.DB);
    const frames = [
      { type: "like_state", payload: { postId: id, likeCount: 1, isLiked: true, tab: null } },
      { type: "save_state", payload: { postId: id, isSaved: false, tab: null } },
    ] as const;
    for (const frame of frames) expect(await currentFrames(db, friend.id, frame)).toEqual([frame]);
    await disconnect(author, friend);
    for (const frame of frames) expect(await currentFrames(db, friend.id, frame)).toEqual([]);
  });
});

describe("the visibility", () => {
  test("is everyone unless the author chooses, and no change of the texts", async () => {
    const [author, stranger] = [await member("author"), await member("stranger")];
    const { id, visibility } = await author.call("createPost", { body: { mediaUrl: dataUrl } });
    expect(visibility).toBe("everyone");
    const params = { id };
    expect(await stranger.call("readPost", { params })).toMatchObject({ visibility: "everyone" });
    const edited = await author.call("editPost", { params, body: { visibility: "connections" } });
    expect(edited).toMatchObject({ visibility: "connections", editedAt: null });
    expect((await stranger.fetch(`/api/posts/${id}`)).status).toBe(404);
    // A field that is missing is not changed.
    await author.call("editPost", { params, body: { caption: "Dusk #dusk" } });
    expect((await stranger.fetch(`/api/posts/${id}`)).status).toBe(404);
  });

  test("is one of two", async () => {
    const author = await member("author");
    const { id } = await post(author);
    const message = "Please choose who can see your post.";
    for (const [method, path] of [
      ["POST", "/api/posts"],
      ["PATCH", `/api/posts/${id}`],
    ] as const) {
      const reply = await author.send(method, path, { mediaUrl: dataUrl, visibility: "nobody" });
      expect(await errorOf(reply)).toEqual({ status: 422, message, errors: { visibility: [message] } });
    }
  });

  test("returns with a post that a moderator restores", async () => {
    const [author, friend, stranger, mo] = [
      await member("author"),
      await member("friend"),
      await member("stranger"),
      await member("mo", "moderator"),
    ];
    await connect(author, friend);
    const tag = `restored_${author.id.slice(-8)}`;
    const { id } = await post(author, { caption: `#${tag}` });
    await friend.call("report", { body: { reason: "nudity", postId: id } });
    const { ctx } = contextOf(mo);
    const idOf = async (table: string, column: string) =>
      String(
        await env.DB.prepare(`SELECT id FROM ${table} WHERE ${column} = ? ORDER BY id DESC`)
          .bind(id)
          .first("id"),
      );
    // The moderator sees the reported post in the report alone.
    expect((await mo.fetch(`/api/posts/${id}`)).status).toBe(404);
    const report = await idOf("abuse_reports", "subject_id");
    await decide(ctx, report, decisionInput.parse({ action: "remove", reason: "nudity" }));
    expect((await friend.fetch(`/api/posts/${id}`)).status).toBe(404);
    await review(ctx, await idOf("moderation_log", "subject_id"), { action: "undo", note: "" });
    expect((await friend.call("readPost", { params: { id } })).visibility).toBe("connections");
    expect((await stranger.fetch(`/api/posts/${id}`)).status).toBe(404);
    expect(await stranger.call("listTaggedPosts", { params: { tag } })).toEqual([]);
  });
});
