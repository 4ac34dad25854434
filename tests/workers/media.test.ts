import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { beforeAll, describe, expect, test } from "vitest";
import { SOURCE } from "~/contract/languages";
import { POST_IMAGE_MAX_BYTES } from "~/contract/limits";
import { openDb } from "~/db/client";
import { ownPhoto } from "~/domain/media/own-photo";
import { sweepRemovals } from "~/domain/media/sweep-removals";
import { uploadPhoto } from "~/domain/media/upload-photo";
import { pageContext } from "~/page-context";
import { r2MediaStore } from "~/platform/media/r2-store";
import { textsOf } from "~/platform/texts";
import { action as createPostAction } from "~/routes/create-post";
import { createEdge } from "../../workers/edge";
import { Client, errorOf, type Member, member, SITE } from "./client";
import { contextOf } from "./context-of";
import { photo } from "./photos";

const PASS = "__Host-afterglow-media";
const edge = createEdge(async (c) => c.text("a page"));

async function upload(client: Client, name = "small"): Promise<{ url: string; id: string }> {
  const form = new FormData();
  form.set("file", new File([photo(name)], "photo.jpg", { type: "image/jpeg" }));
  const reply = await client.send("POST", "/api/media", form);
  expect(reply.status).toBe(201);
  const { url } = await reply.json<{ url: string }>();
  return { url, id: url.replace("/media/", "") };
}

/** Sends a request to a worker whose database rejects every query. */
async function withoutDatabase(path: string, client: Client): Promise<Response> {
  const refusing: D1Database = new Proxy(env.DB, {
    get: (_, key) => () => {
      if (key === "withSession") return refusing;
      throw new Error("The database was asked.");
    },
  });
  const execution = createExecutionContext();
  const cookies = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const request = new Request(new URL(path, SITE), { headers: { Cookie: cookies } });
  const reply = await edge.fetch(request, { ...env, DB: refusing }, execution);
  // Read the body first: the cache is filled from the same stream.
  const bytes = await reply.arrayBuffer();
  await waitOnExecutionContext(execution);
  return new Response(reply.status === 200 ? bytes : null, reply);
}

const stored = async () => (await env.MEDIA.list()).objects.length;

describe("serving", () => {
  let owner: Member;
  let url: string;

  beforeAll(async () => {
    owner = await member("owner");
    ({ url } = await upload(owner));
  });

  test("a photo has headers that prevent any other use and cache it for a year", async () => {
    for (const path of [url, `${url}/feed`, `${url}/thumb`, `${url}/avatar`]) {
      const reply = await owner.fetch(path);
      expect(reply.status).toBe(200);
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        "content-type": "image/webp",
        "cache-control": "private, max-age=31536000, immutable",
        "content-security-policy": "sandbox; default-src 'none'",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin",
        "content-disposition": expect.stringMatching(/^inline; filename="afterglow-[\w-]+\.webp"$/),
        etag: expect.stringMatching(/^"\w+"$/),
      });
      const bytes = await reply.arrayBuffer();
      expect(Number(reply.headers.get("Content-Length"))).toBe(bytes.byteLength);
      expect(Buffer.from(bytes).subarray(8, 12).toString()).toBe("WEBP");
    }
  });

  test("another member can load it, a visitor cannot", async () => {
    expect((await (await member("other")).fetch(url)).status).toBe(200);
    const stranger = new Client();
    expect(await errorOf(await stranger.fetch(url))).toMatchObject({ status: 401 });
    stranger.cookies.set(PASS, owner.cookies.get(PASS) ?? "");
    expect((await stranger.fetch(url)).status).toBe(401);
  });

  test("returns 304 for a conditional request", async () => {
    const etag = (await owner.fetch(url)).headers.get("ETag") ?? "";
    for (const value of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
      const reply = await owner.fetch(url, { headers: { "If-None-Match": value } });
      expect(reply.status, value).toBe(304);
      expect(reply.headers.get("ETag")).toBe(etag);
      expect((await reply.arrayBuffer()).byteLength).toBe(0);
    }
    expect((await owner.fetch(url, { headers: { "If-None-Match": '"x"' } })).status).toBe(200);
  });

  test("returns only headers for HEAD", async () => {
    const [head, get] = [await owner.fetch(url, { method: "HEAD" }), await owner.fetch(url)];
    expect(head.status).toBe(200);
    expect(head.headers.get("ETag")).toBe(get.headers.get("ETag"));
    expect((await head.arrayBuffer()).byteLength).toBe(0);
  });

  test.each(["/media", "/media/", "/media/x", `/media/${"0".repeat(36)}`, "/media/..%2f..%2fphotos"])(
    "%s is a JSON 404",
    async (path) => {
      expect(await errorOf(await owner.fetch(path))).toEqual({
        status: 404,
        message: "There is no such photo.",
      });
    },
  );

  test.each(["/full", "/huge", "/thumb/x", ".webp"])(
    "a photo's address followed by %s is a JSON 404",
    async (tail) => {
      expect(await errorOf(await owner.fetch(url + tail))).toMatchObject({ status: 404 });
    },
  );

  test.each(["POST", "PUT", "DELETE", "PATCH"])("%s is not allowed", async (method) => {
    for (const path of [url, `${url}/thumb`]) {
      const reply = await owner.send(method, path);
      expect(reply.status).toBe(405);
      expect(reply.headers.get("Allow")).toBe("GET, HEAD");
    }
  });
});

describe("the media pass", () => {
  test("is set by a signed-in reply, and photos then need no statement", async () => {
    const client = await member();
    const { url } = await upload(client);
    expect(client.cookies.has(PASS)).toBe(true);
    for (let round = 0; round < 2; round++) {
      const reply = await withoutDatabase(url, client);
      expect(reply.status).toBe(200);
      expect(reply.headers.get("Set-Cookie")).toBeNull();
    }
  });

  test.each([
    ["missing", null],
    ["forged", `9999999999999.${"A".repeat(43)}`],
    ["garbage", "%%%"],
  ])("falls back to the session and is replaced when %s", async (_name, value) => {
    const client = await member();
    const { url } = await upload(client);
    client.cookies.delete(PASS);
    if (value) client.cookies.set(PASS, value);
    const reply = await client.fetch(url);
    expect(reply.status).toBe(200);
    expect(reply.headers.get("Set-Cookie")).toContain(`${PASS}=`);
    expect((await withoutDatabase(url, client)).status).toBe(200);
  });

  test("is invalid after log-out", async () => {
    const client = await member();
    const { url } = await upload(client);
    const pass = client.cookies.get(PASS) ?? "";
    await client.call("logOut");
    client.cookies.set(PASS, pass);
    expect((await client.fetch(url)).status).toBe(401);
  });

  test("is invalid for another member's session", async () => {
    const [one, two] = [await member(), await member()];
    const { url } = await upload(one);
    two.cookies.set(PASS, one.cookies.get(PASS) ?? "");
    const reply = await two.fetch(url);
    expect(reply.status).toBe(200);
    expect(reply.headers.get("Set-Cookie")).toContain(`${PASS}=`);
  });
});

describe("uploading", () => {
  test("returns the stored photo and writes its row", async () => {
    const { id: userId } = await member();
    const ctx = contextOf({ id: userId }).ctx;
    const uploaded = await uploadPhoto(ctx, photo("small"));
    expect(uploaded).toMatchObject({
      url: `/media/${uploaded.id}`,
      width: 64,
      height: 48,
      contentType: "image/webp",
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
    });
    const { id, url, width, height, placeholder, color } = uploaded;
    expect(await ownPhoto(ctx, id)).toEqual({ id, url, width, height, placeholder, color });
  });

  test("limits a file to 10 MB, also in a form without JavaScript", async () => {
    const owner = await member("owner");
    const before = await stored();
    const bytes = new Uint8Array(POST_IMAGE_MAX_BYTES + 1);
    bytes.set(photo("small"));
    const form = new FormData();
    form.set("file", new File([bytes], "photo.jpg", { type: "image/jpeg" }));
    const message = "Please upload an image smaller than 10MB";
    expect(await errorOf(await owner.send("POST", "/api/media", form))).toEqual({ status: 413, message });
    const context = new RouterContextProvider();
    const call = { request: "", method: "POST", route: "/post" };
    const texts = await textsOf(env.ASSETS, SOURCE);
    context.set(pageContext, { call, ctx: contextOf(owner).ctx, nonce: "", secure: true, texts });
    const url = new URL("/post", SITE);
    const request = new Request(url, { method: "POST", body: form });
    expect(await createPostAction({ request, url, pattern: "/post", context, params: {} })).toMatchObject({
      data: { result: { error: { "": [message] } } },
      init: { status: 413 },
    });
    expect(await stored()).toBe(before);
  });

  test("leaves no objects when the session has ended meanwhile", async () => {
    const { ctx } = contextOf(await member());
    ctx.guard.session = "a session that has ended";
    const before = await stored();
    await expect(uploadPhoto(ctx, photo("small"))).rejects.toThrow();
    expect(await stored()).toBe(before);
  });

  test("leaves neither row nor object when the photo is refused", async () => {
    const { id: userId } = await member();
    const before = await stored();
    for (const name of ["svg", "html", "cutShort", "corrupt", "bomb", "heic"]) {
      await expect(uploadPhoto(contextOf({ id: userId }).ctx, photo(name)), name).rejects.toMatchObject({
        name: "AppError",
      });
    }
    expect(await stored()).toBe(before);
    const { db } = openDb(env.DB);
    const rows = await db.all(sql`SELECT id AS id FROM media WHERE user_id = ${userId}`);
    expect(rows).toEqual([]);
  });

  test("refuses another member's photo like an unknown one", async () => {
    const [one, two] = [await member(), await member()];
    const { id } = await uploadPhoto(contextOf(one).ctx, photo("small"));
    for (const wanted of [id, "0".repeat(36)]) {
      await expect(ownPhoto(contextOf(two).ctx, wanted)).rejects.toMatchObject({
        code: "invalid",
        body: { errors: { mediaUrl: ["This image is not available. Please upload it again."] } },
      });
    }
  });

  test.each([
    ["svg", 415],
    ["html", 415],
    ["cutShort", 415],
    ["bomb", 413],
    ["gifBomb", 413],
  ])("refuses %s named photo.jpg with %i", async (name, status) => {
    const client = await member();
    const form = new FormData();
    form.set("file", new File([photo(name)], "photo.jpg", { type: "image/jpeg" }));
    expect(await errorOf(await client.send("POST", "/api/media", form))).toMatchObject({ status });
  });
});

describe("removing", () => {
  test("stops serving the photo of a deleted post", async () => {
    const client = await member();
    const { url, id } = await upload(client);
    const post = await client.call("createPost", { body: { mediaUrl: url } });
    await (await client.fetch(url)).arrayBuffer();
    await client.call("deletePost", { params: { id: post.id } });
    await expect.poll(async () => (await client.fetch(url)).status).toBe(404);
    expect((await env.MEDIA.list({ prefix: `photos/${id}/` })).objects).toEqual([]);
  });

  test("sweeps the queue in batches and is idempotent", async () => {
    const { db } = openDb(env.DB);
    const ids = JSON.stringify(Array.from({ length: 150 }, (_, index) => `removed-${index}`));
    await db.run(sql`INSERT INTO media_removals (media_id) SELECT value FROM json_each(${ids})`);
    await env.MEDIA.put("photos/removed-7/full.webp", "x");
    const media = r2MediaStore(env.MEDIA, env.IMAGES);
    expect(await sweepRemovals({ db, chats: [db], media })).toBe(150);
    expect(await env.MEDIA.head("photos/removed-7/full.webp")).toBeNull();
    expect(await sweepRemovals({ db, chats: [db], media })).toBe(0);
  });

  test("keeps the queue entry of a failed removal", async () => {
    const { db } = openDb(env.DB);
    await db.run(sql`INSERT INTO media_removals (media_id) VALUES ('stays')`);
    const media = {
      ...r2MediaStore(env.MEDIA, env.IMAGES),
      remove: () => Promise.reject(new Error("R2 is away")),
    };
    await expect(sweepRemovals({ db, chats: [db], media })).rejects.toThrow("R2 is away");
    expect(await db.all(sql`SELECT media_id AS id FROM media_removals`)).toEqual([{ id: "stays" }]);
  });
});
