import { env } from "cloudflare:test";
import { describe, expect, inject, test } from "vitest";
import { mediaIdOf } from "~/contract/media-address";
import { exportAccount } from "~/domain/accounts/export-account";
import { tokenId } from "~/domain/accounts/session-token";
import { sweepRemovals } from "~/domain/media/sweep-removals";
import { r2MediaStore } from "~/platform/media/r2-store";
import { imagesOf } from "../../workers/images";
import { Client, errorOf, type Member, member } from "./client";
import { connect } from "./connect";
import { contextOf } from "./context-of";
import { decoded, photo } from "./photos";
import { tokenOf } from "./sessions";

const images = imagesOf(env);

async function upload(client: Client, name = "large6") {
  const form = new FormData();
  form.set("file", new File([photo(name)], "a.jpg", { type: "image/jpeg" }));
  const reply = await client.send("POST", "/api/media", form);
  expect(reply.status).toBe(201);
  return reply.json<{ url: string; width: number; originalSize?: number }>();
}

/** Creates a member who keeps originals. */
async function keeper(name = "ada"): Promise<Member> {
  const one = await member(name);
  expect(await one.call("keepOriginals", { body: { kept: true } })).toEqual({ kept: true });
  return one;
}

const bytesOf = async (client: Client, path: string) =>
  new Uint8Array(await (await client.fetch(path)).arrayBuffer());

const storedOf = async (url: string) =>
  (await env.MEDIA.list({ prefix: `photos/${mediaIdOf(url)}/` })).objects.map(({ key }) =>
    key.slice(key.lastIndexOf("/") + 1),
  );

describe("an upload", () => {
  test("has no original, unless its member keeps them", async () => {
    const ada = await member("ada");
    const before = await upload(ada);
    expect(before).not.toHaveProperty("originalSize");
    expect(await errorOf(await ada.fetch(`${before.url}/original`))).toMatchObject({ status: 404 });
    await ada.call("keepOriginals", { body: { kept: true } });
    const kept = await upload(ada);
    expect(kept.originalSize).toBeGreaterThan(0);
    await ada.call("keepOriginals", { body: { kept: false } });
    expect(await upload(ada)).not.toHaveProperty("originalSize");
    expect((await bytesOf(ada, `${kept.url}/original`)).byteLength).toBe(kept.originalSize);
  });

  test("is stored upright, up to 4,096 pixels, and without a trace of the metadata", async () => {
    const ada = await keeper();
    const turned = await upload(ada, "large6");
    expect(await decoded(await bytesOf(ada, `${turned.url}/original`))).toMatchObject({
      width: 1500,
      height: 2400,
    });
    const { secrets } = inject("photoContents");
    expect(secrets.filter((text) => Buffer.from(photo("exposed")).includes(text))).not.toEqual([]);
    const { url, originalSize } = await upload(ada, "exposed");
    const bytes = await bytesOf(ada, `${url}/original`);
    expect(bytes.byteLength).toBe(originalSize);
    expect(await decoded(bytes)).toMatchObject({ width: 2600, height: 1950 });
    for (const text of [...secrets, "EXIF", "Exif", "XMP ", "GPS"])
      expect(Buffer.from(bytes).includes(text), text).toBe(false);
    const reply = await ada.fetch(`${url}/original`, { method: "HEAD" });
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      "content-type": "image/webp",
      "content-disposition": `inline; filename="afterglow-${mediaIdOf(url)}-original.webp"`,
      "cache-control": "private, max-age=31536000, immutable",
    });
  });

  test("is at most 4,096 pixels wide, and a tall one stays readable", async () => {
    const ada = await keeper();
    const { url } = await upload(ada, "wide");
    expect(await decoded(await bytesOf(ada, `${url}/original`))).toMatchObject({ width: 4096, height: 137 });
    const tall = await upload(ada, "tall");
    expect(await decoded(await bytesOf(ada, `${tall.url}/original`))).toMatchObject({
      width: 400,
      height: 9000,
    });
  });

  test("has no original when it is no larger than the other variants", async () => {
    const ada = await keeper();
    const { url, ...facts } = await upload(ada, "small");
    expect(facts).not.toHaveProperty("originalSize");
    expect(await storedOf(url)).toEqual(["feed.webp", "full.webp", "thumb.webp"]);
  });

  test("that is refused or fails stores nothing", async () => {
    const ada = await keeper();
    const count = async () => (await env.MEDIA.list()).objects.length;
    const before = await count();
    for (const [name, status] of [
      ["cutShort", 415],
      ["html", 415],
      ["bomb", 413],
    ] as const) {
      const form = new FormData();
      form.set("file", new File([photo(name)], "photo.jpg", { type: "image/jpeg" }));
      expect(await errorOf(await ada.send("POST", "/api/media", form))).toMatchObject({ status });
    }
    const bucket = new Proxy(env.MEDIA, {
      get(target, key) {
        if (key !== "put") return Reflect.get(target, key).bind(target);
        return async (...args: Parameters<R2Bucket["put"]>) => {
          if (args[0].endsWith("original.webp")) throw new Error("R2 is unavailable");
          return target.put(...args);
        };
      },
    });
    const store = r2MediaStore(bucket, images);
    await expect(store.putPhoto("half", photo("large6"), true)).rejects.toThrow("R2 is unavailable");
    expect(await count()).toBe(before);
  });
});

test("the setting is refused without a choice, and read by its member alone", async () => {
  const ada = await keeper();
  for (const [body, status] of [
    [{}, 422],
    [{ kept: "yes" }, 400],
  ] as const)
    expect(await errorOf(await ada.send("POST", "/api/media/originals", body))).toMatchObject({
      status,
      errors: { kept: ["Say whether your originals are kept."] },
    });
  const grace = await member("grace");
  expect(await upload(grace)).not.toHaveProperty("originalSize");
});

describe("a post", () => {
  test("says the size of each original in every view, and every member who sees the post can load them", async () => {
    const ada = await keeper();
    const grace = await member("grace");
    await connect(ada, grace);
    const [large, small, larger] = [await upload(ada), await upload(ada, "small"), await upload(ada, "wide")];
    const photos = [large, small, larger].map(({ url }) => ({ mediaUrl: url, altText: "" }));
    const post = await ada.call("createPost", { body: { photos, caption: "#inlarge", clientId: "large" } });
    const sizes = [large, small, larger].map(({ originalSize }) => originalSize);
    expect(sizes).toEqual([expect.any(Number), undefined, expect.any(Number)]);
    expect(post.photos?.map(({ originalSize }) => originalSize)).toEqual(sizes);
    await grace.call("savePost", { params: { id: post.id } });
    for (const posts of [
      await ada.call("readFeed"),
      await grace.call("readFeed"),
      await grace.call("listTaggedPosts", { params: { tag: "inlarge" } }),
      await grace.call("listSavedPosts"),
      [await grace.call("readPost", { params: { id: post.id } })],
    ]) {
      const found = posts.find(({ id }) => id === post.id);
      expect(found?.originalSize).toBe(large.originalSize);
      expect(found?.photos?.map(({ originalSize }) => originalSize)).toEqual(sizes);
    }
    expect((await bytesOf(grace, `${larger.url}/original`)).byteLength).toBe(larger.originalSize);
    expect(await errorOf(await new Client().fetch(`${large.url}/original`))).toMatchObject({ status: 401 });
  });

  test("keeps the original of a data URL", async () => {
    const ada = await keeper();
    const body = { mediaUrl: `data:image/jpeg;base64,${inject("photos").large6}` };
    const post = await ada.call("createPost", { body });
    expect((await bytesOf(ada, `${post.mediaUrl}/original`)).byteLength).toBe(post.originalSize);
    expect(await ada.call("readPost", { params: { id: post.id } })).toMatchObject({
      originalSize: post.originalSize,
    });
  });

  test("takes its original with it when it is deleted", async () => {
    const ada = await keeper();
    const { url } = await upload(ada);
    const { id } = await ada.call("createPost", { body: { mediaUrl: url } });
    await ada.fetch(`${url}/avatar`);
    expect(await storedOf(url)).toHaveLength(5);
    await ada.call("deletePost", { params: { id } });
    await sweepRemovals(contextOf(ada).ctx);
    expect(await storedOf(url)).toEqual([]);
    expect((await ada.fetch(`${url}/original`)).status).toBe(404);
  });
});

test("a profile image and the image of an AI tool have no original", async () => {
  const ada = await keeper();
  const data = `data:image/jpeg;base64,${inject("photos").large6}`;
  await ada.call("setUpProfile", { body: { username: ada.username, profileImage: data } });
  await ada.send("POST", "/api/ai/style", { image: data, style: "manga" });
  const { results } = await env.DB.prepare("SELECT original_size AS size FROM media WHERE user_id = ?")
    .bind(ada.id)
    .all();
  expect(results.length).toBeGreaterThan(0);
  expect(results.filter(({ size }) => size !== null)).toEqual([]);
});

test("the export has the original in place of the smaller photo", async () => {
  const ada = await keeper();
  const [large, small] = [await upload(ada), await upload(ada, "small")];
  const { ctx } = contextOf({ ...ada, sessionId: tokenId(tokenOf(ada)) });
  const sizes: Record<string, number> = {};
  for await (const { name, input } of await exportAccount(ctx))
    if (input instanceof ReadableStream) sizes[name] = (await new Response(input).arrayBuffer()).byteLength;
  expect(sizes[`photos/${mediaIdOf(large.url)}.webp`]).toBe(large.originalSize);
  expect(sizes[`photos/${mediaIdOf(small.url)}.webp`]).toBe((await bytesOf(ada, small.url)).byteLength);
});

test("the copy for moderators is the original, and a photo that is restored from it has it again", async () => {
  const ada = await keeper();
  const { url, originalSize } = await upload(ada);
  const id = mediaIdOf(url) ?? "";
  const store = r2MediaStore(env.MEDIA, images);
  const before = await bytesOf(ada, `${url}/original`);
  expect(await store.preserve(id)).toBe(true);
  expect(await store.hashes(id)).toHaveLength(4);
  await store.remove([id]);
  expect(await storedOf(url)).toEqual([]);
  const copy = await store.getEvidence(id);
  await copy?.body.cancel();
  expect(copy?.size).toBe(originalSize);
  expect(await store.restore(id, "photos")).toBe(true);
  expect(await storedOf(url)).toEqual(["feed.webp", "full.webp", "original.webp", "thumb.webp"]);
  const restored = await store.get(id, "original");
  expect(new Uint8Array(await new Response(restored?.body).arrayBuffer())).toEqual(before);
});

test("no data centre caches originals", async () => {
  const kept: string[] = [];
  const store = r2MediaStore(env.MEDIA, images, {
    entries: {
      match: async () => undefined,
      put: async (key) => void kept.push(String(key)),
      delete: async () => false,
    },
    defer: () => undefined,
    site: null,
    purge: null,
  });
  await store.putPhoto("uncached", photo("large6"), true);
  for (const variant of ["full", "original"] as const)
    await new Response((await store.get("uncached", variant))?.body).arrayBuffer();
  expect(kept).toEqual([expect.stringMatching(/uncached\/full$/)]);
});
