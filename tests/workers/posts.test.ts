import { env } from "cloudflare:test";
import { describe, expect, inject, test, vi } from "vitest";
import { createPost } from "~/domain/posts/create-post";
import { listTaggedPosts } from "~/domain/posts/list-tagged-posts";
import { readNeighbours } from "~/domain/posts/read-neighbours";
import { type Client, dataUrl, errorOf, member } from "./client";
import { connect, notificationsOf } from "./connect";
import { contextOf } from "./context-of";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

function upload(client: Client): Promise<{ url: string }> {
  const form = new FormData();
  form.set("file", new Blob([Buffer.from(inject("photos").small ?? "", "base64")]), "photo.jpg");
  return client.send("POST", "/api/media", form).then((reply) => reply.json());
}

describe("a post", () => {
  test("is created from a data URL, and every member can open it by its URL", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    const body = { caption: "Dusk", location: "Lisbon", altText: "A harbour at dusk", mediaUrl: dataUrl };
    const post = await ada.call("createPost", { body });
    expect(post).toMatchObject({
      ...body,
      mediaUrl: expect.stringMatching(/^\/media\/[0-9a-f-]{36}$/),
      user: { id: ada.id, username: ada.username },
      likeCount: 0,
      commentCount: 0,
      isLiked: false,
      isSaved: false,
      comments: [],
    });
    expect(await grace.call("readPost", { params: { id: post.id } })).toEqual(post);
    expect((await grace.fetch(post.mediaUrl)).status).toBe(200);
  });

  test("with a repeated clientId returns the first one, also concurrently, and notifies once", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    const { url: mediaUrl } = await upload(ada);
    const body = { mediaUrl, caption: `For @${grace.username} #dusk`, clientId: crypto.randomUUID() };
    const share = () => ada.call("createPost", { body });
    const [first, ...others] = [...(await Promise.all([share(), share()])), await share()];
    for (const other of others) expect(other).toEqual(first);
    expect((await ada.call("readFeed")).map(({ id }) => id)).toEqual([first?.id]);
    expect(await notificationsOf(grace)).toEqual([`mention ${ada.id} ${first?.id}`]);
    // A clientId belongs to one member. Without one the same content can be posted twice.
    const { url } = await upload(grace);
    await grace.call("createPost", { body: { ...body, mediaUrl: url } });
    for (const _ of [1, 2]) await grace.call("createPost", { body: { mediaUrl: url } });
    expect(await grace.call("readFeed")).toHaveLength(3);
    await ada.call("createPost", { body: { ...body, clientId: crypto.randomUUID() } });
    expect(await ada.call("readFeed")).toHaveLength(2);
  });

  test("stays deleted when its request is repeated", async () => {
    const ada = await member("ada");
    const { url: mediaUrl } = await upload(ada);
    await ada.call("createPost", { body: { mediaUrl } });
    const body = { mediaUrl, clientId: crypto.randomUUID() };
    await ada.call("deletePost", { params: { id: (await ada.call("createPost", { body })).id } });
    const reply = await ada.send("POST", "/api/posts", body);
    expect([reply.status, await reply.json()]).toMatchObject([409, { message: "This post was deleted." }]);
    expect(await ada.call("readFeed")).toHaveLength(1);
    // The keys of a deleted account are deleted with it.
    await ada.call("deleteAccount", { body: { confirmation: ada.username, currentPassword: "sunset" } });
    expect(await env.DB.prepare("SELECT count(*) AS n FROM deleted_client_ids").first("n")).toBe(0);
  });

  test("can use an own upload, but not another member's, a foreign URL or none", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    const { url } = await upload(ada);
    expect((await ada.call("createPost", { body: { mediaUrl: url } })).mediaUrl).toBe(url);
    const others = [
      url,
      `/media/${crypto.randomUUID()}`,
      "https://example.com/a.jpg",
      "data:text/html,x",
      "",
      undefined,
    ];
    for (const mediaUrl of others) {
      const { status, errors } = await errorOf(await grace.send("POST", "/api/posts", { mediaUrl }));
      expect(status, mediaUrl).toBe(422);
      expect(errors, mediaUrl).toEqual({ mediaUrl: [expect.any(String)] });
    }
    expect((await grace.call("readFeed")).length).toBe(0);
  });

  test("is listed under its tag, newest first, in pages", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    const ids: string[] = [];
    for (const author of [ada, grace, ada]) {
      const body = { mediaUrl: dataUrl, caption: "Evening #Tidewater" };
      ids.unshift((await author.call("createPost", { body })).id);
    }
    await ada.call("createPost", { body: { mediaUrl: dataUrl, caption: "#tidewaters" } });
    const { ctx } = contextOf(grace);
    const first = await listTaggedPosts(ctx, "tidewater", { cursor: null, limit: 2 });
    expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const last = await listTaggedPosts(ctx, "tidewater", { cursor: first.next, limit: 2 });
    expect([last.items.map(({ id }) => id), last.next]).toEqual([ids.slice(2), null]);
  });

  test("lies between the next newer and the next older post of its author", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    const share = async () => (await ada.call("createPost", { body: { mediaUrl: dataUrl } })).id;
    const first = await share();
    await grace.call("createPost", { body: { mediaUrl: dataUrl } });
    const [second, third] = [await share(), await share()];
    const { ctx } = contextOf(grace);
    expect(await readNeighbours(ctx, first)).toEqual({ previous: second, next: null });
    expect(await readNeighbours(ctx, second)).toEqual({ previous: third, next: first });
    expect(await readNeighbours(ctx, third)).toEqual({ previous: null, next: second });
    await expect(readNeighbours(ctx, "unknown")).rejects.toMatchObject({ code: "not_found" });
  });

  test("is refused when the photo is deleted while the post is created", async () => {
    const ada = await member("ada");
    const { url } = await upload(ada);
    const { ctx } = contextOf(ada);
    const { $client } = ctx.db;
    const batch = $client.batch.bind($client);
    vi.spyOn($client, "batch").mockImplementationOnce(async <T>(statements: D1PreparedStatement[]) => {
      await env.DB.prepare("DELETE FROM media WHERE user_id = ?").bind(ada.id).run();
      return batch<T>(statements);
    });
    const input = { caption: "#dusk", mediaUrl: url };
    await expect(createPost(ctx, input)).rejects.toMatchObject({
      code: "invalid",
      body: { errors: { mediaUrl: ["This image is not available. Please upload it again."] } },
    });
    expect(
      await env.DB.prepare("SELECT count(*) AS n FROM posts WHERE user_id = ?").bind(ada.id).first("n"),
    ).toBe(0);
  });

  test.each([
    ["caption", 2200, "Caption must not be longer than 2200 characters."],
    ["location", 100, "Location must not be longer than 100 characters."],
    ["altText", 500, "Alt text must not be longer than 500 characters."],
  ])("limits %s to %i characters", async (field, limit, message) => {
    const ada = await member("limits");
    const { url } = await upload(ada);
    const post = (length: number) =>
      ada.send("POST", "/api/posts", { mediaUrl: url, [field]: "é".repeat(length) });
    expect(await errorOf(await post(limit + 1))).toEqual({
      status: 422,
      message,
      errors: { [field]: [message] },
    });
    expect((await post(limit)).status).toBe(201);
  });

  test("refuses a data URL over 10 MB with the message of its rule", async () => {
    const ada = await member("big");
    const big = `data:image/jpeg;base64,${"A".repeat(Math.ceil((10 * 1024 * 1024 * 4) / 3) + 8)}`;
    const reply = await errorOf(await ada.send("POST", "/api/posts", { mediaUrl: big }));
    expect(reply).toMatchObject({ status: 413, message: "Please upload an image smaller than 10MB" });
  });

  test("can be deleted by its owner only, with its photo", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    const post = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    expect((await grace.send("DELETE", `/api/posts/${post.id}`)).status).toBe(403);
    await ada.call("deletePost", { params: { id: post.id } });
    for (const method of ["GET", "DELETE"]) {
      expect((await ada.send(method, `/api/posts/${post.id}`)).status).toBe(404);
    }
    await expect
      .poll(async () => (await env.MEDIA.list({ prefix: `photos/${post.mediaUrl.slice(7)}` })).objects)
      .toEqual([]);
    await expect.poll(() => env.DB.prepare("SELECT count(*) AS n FROM media_removals").first("n")).toBe(0);
    expect((await ada.call("readProfile", { params: { username: ada.username } })).postCount).toBe(0);
  });

  test("keeps a photo that another post uses when deleted", async () => {
    const ada = await member("twice");
    const { url } = await upload(ada);
    const first = await ada.call("createPost", { body: { mediaUrl: url } });
    const second = await ada.call("createPost", { body: { mediaUrl: url } });
    await ada.call("deletePost", { params: { id: first.id } });
    expect((await ada.call("readPost", { params: { id: second.id } })).mediaUrl).toBe(url);
    expect((await ada.fetch(url)).status).toBe(200);
  });
});

describe("the feed", () => {
  test("has the posts of the member and their connections, newest first", async () => {
    const [ada, grace, stranger] = [await member("ada"), await member("grace"), await member("stranger")];
    await connect(ada, grace);
    const first = await ada.call("createPost", { body: { mediaUrl: dataUrl, caption: "first" } });
    const second = await grace.call("createPost", { body: { mediaUrl: dataUrl, caption: "second" } });
    await stranger.call("createPost", { body: { mediaUrl: dataUrl } });
    for (const reader of [ada, grace]) {
      expect((await reader.call("readFeed")).map(({ id }) => id)).toEqual([second.id, first.id]);
    }
  });

  test("is paged by the Link header without gaps or repeats; the last page has none", async () => {
    const ada = await member("pages");
    const { url } = await upload(ada);
    for (let n = 0; n < 7; n++)
      await ada.call("createPost", { body: { mediaUrl: url, caption: `post ${n}` } });
    const captions: string[] = [];
    let next: string | undefined = "/api/feed?limit=3";
    while (next) {
      const reply: Response = await ada.fetch(next);
      const posts: { caption: string }[] = await reply.json();
      captions.push(...posts.map(({ caption }) => caption));
      next = /^<([^>]+)>; rel="next"$/.exec(reply.headers.get("Link") ?? "")?.[1];
    }
    expect(captions).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `post ${n}`));
  });

  test.each([["?limit=0"], ["?limit=1000"], ["?limit=x"]])("accepts %s", async (query) => {
    expect((await (await member("odd")).fetch(`/api/feed${query}`)).status).toBe(200);
  });
});

describe("a profile", () => {
  test("is found in any case, with counts and photos, newest first", async () => {
    const [ada, grace] = [await member("Ada"), await member("grace")];
    await connect(grace, ada);
    const older = await ada.call("createPost", { body: { mediaUrl: dataUrl, altText: "older" } });
    const newer = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    const profile = await grace.call("readProfile", { params: { username: ada.username.toUpperCase() } });
    expect(profile).toMatchObject({
      id: ada.id,
      username: ada.username,
      postCount: 2,
      followerCount: 1,
      followingCount: 0,
    });
    expect(profile.posts.map(({ id }) => id)).toEqual([newer.id, older.id]);
    expect(profile.highlights).toEqual([]);
  });

  test.each([["nobody.here"], ["%25"], ["'; DROP TABLE users; --"], ["🌅"], ["x".repeat(500)]])(
    "returns 404 for %j",
    async (username) => {
      const ada = await member("looker");
      const reply = await ada.fetch(`/api/users/profile/${encodeURIComponent(username)}`);
      expect(await errorOf(reply)).toEqual({ status: 404, message: "User not found" });
    },
  );

  test("stores a data URL as the photo, deletes the old photo on a change, and removes it for null", async () => {
    const ada = await member("face");
    const first = await ada.call("setUpProfile", { body: { profileImage: dataUrl } });
    expect(first.user.profileImage).toMatch(/^\/media\//);
    const second = await ada.call("setUpProfile", { body: { profileImage: dataUrl } });
    expect(second.user.profileImage).not.toBe(first.user.profileImage);
    await expect
      .poll(
        async () => (await env.MEDIA.list({ prefix: `photos/${first.user.profileImage?.slice(7)}` })).objects,
      )
      .toEqual([]);
    expect((await ada.call("setUpProfile", { body: { bio: "kept" } })).user.profileImage).toBe(
      second.user.profileImage,
    );
    expect((await ada.call("setUpProfile", { body: { profileImage: null } })).user.profileImage).toBeNull();
    // "Smaller than 2MB": exactly 2 MB is too large.
    const big = `data:image/jpeg;base64,${Buffer.alloc(2 * 1024 * 1024).toString("base64")}`;
    const reply = await errorOf(await ada.send("POST", "/api/users/profile-setup", { profileImage: big }));
    expect(reply).toMatchObject({ status: 413, message: "Please select an image smaller than 2MB" });
  });
});

describe("the cost of a call", () => {
  test("a feed and a profile take one statement in the batch of the session look-up", async () => {
    const ada = await member("cost");
    await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    for (const path of ["/api/feed", `/api/users/profile/${ada.username}`]) {
      const lines: string[] = [];
      const log = console.log;
      console.log = (line: string) => void lines.push(line);
      await ada.fetch(path);
      console.log = log;
      expect(JSON.parse(lines.at(-1) ?? "{}"), path).toMatchObject({ status: 200, statements: 2, trips: 1 });
    }
  });
});
