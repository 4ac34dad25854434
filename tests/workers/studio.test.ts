import { createExecutionContext, env } from "cloudflare:test";
import { describe, expect, inject, test } from "vitest";
import { offeredPhoto } from "~/domain/media/offered-photo";
import { generateImage } from "~/domain/studio/make-image";
import type { AiEngine } from "~/platform/ai";
import { aiModels } from "~/platform/ai/models";
import { scheduled } from "../../workers/scheduled";
import { type Client, dataUrl, errorOf, member, SITE } from "./client";
import { contextOf } from "./context-of";
import { silenceHubs } from "./quiet-hubs";
import { app } from "./worker";

silenceHubs();

// Every image is rendered in three widths, and some tests render sixteen images.

const MISSING = "Please provide a detailed description of what you want to create.";
const CHANGES = "Please describe the changes you want.";
const LONG = "The prompt is too long. Please keep it under 1000 characters.";
const FAILED = "Failed to generate the image. Please try again.";

const generate = (client: Client, prompt = "A harbour at dusk") =>
  client.call("generateImage", { body: { prompt } });

async function storedThings(userId: string): Promise<unknown> {
  return env.DB.prepare(
    "SELECT (SELECT count(*) FROM ai_images WHERE user_id = ?1) AS images, (SELECT count(*) FROM media WHERE user_id = ?1) AS media",
  )
    .bind(userId)
    .first();
}

describe("an image from a prompt", () => {
  test("is stored with its origin, listed newest first, and served to its member", async () => {
    const ada = await member("ada");
    const first = await generate(ada);
    expect(first).toMatchObject({
      imageUrl: expect.stringMatching(/^\/media\//),
      kind: "generate",
      prompt: "A harbour at dusk",
      engine: "local",
      model: "@cf/black-forest-labs/flux-1-schnell",
      width: 96,
      height: 64,
      isSaved: false,
      did: ["painted"],
      leftOut: { words: ["teapot"], isAll: false },
    });
    const second = await generate(ada, "  Snow on the pier  ");
    expect(second.prompt).toBe("Snow on the pier");
    expect((await ada.call("listAiImages")).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect((await ada.fetch(first.imageUrl)).status).toBe(200);
    expect(await (await member("grace")).call("listAiImages")).toEqual([]);
    const { status, headers } = await ada.fetch("/api/ai/images?limit=1");
    expect([status, headers.get("Link")]).toEqual([200, expect.stringContaining('rel="next"')]);
  });

  test.each([
    ["/api/ai/generate", { prompt: "" }, MISSING],
    ["/api/ai/generate", {}, MISSING],
    ["/api/ai/generate", { prompt: "ab " }, MISSING],
    ["/api/ai/generate", { prompt: "é".repeat(1001) }, LONG],
    ["/api/ai/edit", { image: dataUrl, prompt: "ab" }, CHANGES],
    ["/api/ai/edit", { image: dataUrl, prompt: "x".repeat(1001) }, LONG],
    ["/api/ai/edit", { prompt: "warmer" }, "Please upload an image first"],
    [
      "/api/ai/edit",
      { image: "https://example.com/a.jpg", prompt: "warmer" },
      "Please upload an image first",
    ],
    ["/api/ai/style", { image: dataUrl, style: "cubism" }, "Please choose one of the art styles"],
    [
      "/api/ai/generate",
      { prompt: "something unsafe" },
      "This prompt cannot be used. Please describe something else.",
    ],
  ])("%s refuses %j", async (path, body, message) => {
    const ada = await member("rules");
    expect(await errorOf(await ada.send("POST", path, body))).toMatchObject({ status: 422, message });
    expect(await storedThings(ada.id)).toEqual({ images: 0, media: 0 });
  });

  test("accepts exactly 3 and exactly 1000 characters", async () => {
    const ada = await member("edges");
    expect((await generate(ada, "sea")).prompt).toBe("sea");
    expect((await generate(ada, "s".repeat(1000))).prompt).toHaveLength(1000);
  });

  test.each([
    ["/api/ai/generate", { prompt: "error 3043 please" }, 502, FAILED],
    ["/api/ai/edit", { image: dataUrl, prompt: "error 3043" }, 502, FAILED],
    [
      "/api/ai/generate",
      { prompt: "error 3040" },
      429,
      "The AI engine is busy. Please try again in a moment.",
    ],
  ])("%s %j stores nothing when the engine fails", async (path, body, status, message) => {
    const ada = await member("fails");
    expect(await errorOf(await ada.send("POST", path, body))).toEqual({ status, message });
    expect(await storedThings(ada.id)).toEqual({ images: 0, media: 0 });
  });
});

describe("an edit and a style", () => {
  test("start from a data URL, which is stored as the source, or from own media", async () => {
    const ada = await member("ada");
    const edited = await ada.call("editImage", { body: { image: dataUrl, prompt: "warmer" } });
    expect(edited).toMatchObject({ kind: "edit", prompt: "warmer", style: null });
    // The address "" is a page, which is 200 too.
    const source = await ada.fetch(edited.sourceImageUrl ?? "");
    expect([source.status, source.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
    const styled = await ada.call("styleImage", { body: { image: edited.imageUrl, style: "manga" } });
    expect(styled).toMatchObject({
      kind: "style",
      prompt: null,
      style: "manga",
      sourceImageUrl: edited.imageUrl,
    });
    expect(await storedThings(ada.id)).toEqual({ images: 2, media: 3 });
  });

  test("refuse another member's image", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    const { imageUrl: image } = await generate(ada);
    const reply = await errorOf(await grace.send("POST", "/api/ai/style", { image, style: "manga" }));
    expect(reply).toMatchObject({ status: 422, errors: { image: [expect.any(String)] } });
  });

  test("refuse more than 10 MB and files that are no image", async () => {
    const ada = await member("big");
    const big = `data:image/jpeg;base64,${"A".repeat(Math.ceil((10 * 1024 * 1024 * 4) / 3) + 8)}`;
    expect((await ada.send("POST", "/api/ai/style", { image: big, style: "manga" })).status).toBe(413);
    const text = `data:image/png;base64,${btoa("hello there, this is text")}`;
    expect((await ada.send("POST", "/api/ai/style", { image: text, style: "manga" })).status).toBe(415);
  });
});

describe("saving", () => {
  test("saves an own image by id or URL, and is idempotent", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    const { id, imageUrl } = await generate(ada);
    const save = (client: Client, userId?: string) =>
      client.send("POST", `/api/ai/images/${id}/save`, { userId });
    const saveAddress = (client: Client, userId?: string) =>
      client.send("POST", "/api/ai/images/save", { imageUrl, userId, prompt: "A harbour" });
    expect((await save(grace, grace.id)).status).toBe(404);
    expect((await saveAddress(grace, grace.id)).status).toBe(422);
    expect([(await save(ada, grace.id)).status, (await saveAddress(ada, grace.id)).status]).toEqual([
      403, 403,
    ]);
    expect((await ada.call("listAiImages"))[0]?.isSaved).toBe(false);
    for (const reply of [await save(ada, ada.id), await save(ada), await saveAddress(ada, ada.id)]) {
      expect([reply.status, await reply.json()]).toEqual([200, { id, imageUrl }]);
    }
    expect((await ada.call("listAiImages"))[0]?.isSaved).toBe(true);
    for (const address of ["https://example.com/a.png", "", "/media/none"]) {
      const reply = await ada.send("POST", "/api/ai/images/save", { imageUrl: address });
      expect(reply.status, address).toBe(422);
    }
  });

  test("keeps an image for more than a day; a post that uses it stays either way", async () => {
    const ada = await member("sweep");
    const [kept, left, posted] = [await generate(ada), await generate(ada), await generate(ada)];
    const edited = await ada.call("editImage", { body: { image: dataUrl, prompt: "warmer" } });
    await ada.call("saveAiImage", { params: { id: kept.id }, body: {} });
    const post = await ada.call("createPost", { body: { mediaUrl: posted.imageUrl } });
    expect(post.isAi).toBe(true);
    await scheduled({ scheduledTime: Date.now() }, env);
    expect(await ada.call("listAiImages")).toHaveLength(4);
    await env.DB.prepare("UPDATE ai_images SET created_at = '2020-01-01T00:00:00.000Z' WHERE user_id = ?")
      .bind(ada.id)
      .run();
    await scheduled({ scheduledTime: Date.now() }, env);
    expect((await ada.call("listAiImages")).map(({ id }) => id)).toEqual([kept.id]);
    const status = async (url: string | null) => (await ada.fetch(url ?? "")).status;
    expect(await status(left.imageUrl)).toBe(404);
    expect(await status(edited.sourceImageUrl)).toBe(404);
    expect([await status(kept.imageUrl), await status(posted.imageUrl)]).toEqual([200, 200]);
    expect((await ada.call("readPost", { params: { id: post.id } })).isAi).toBe(true);
    await ada.call("deletePost", { params: { id: post.id } });
    await expect.poll(() => status(posted.imageUrl)).toBe(404);
  });

  test("is undone by deleting, which only the owner can do", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    const { id, imageUrl } = await generate(ada);
    expect((await grace.send("DELETE", `/api/ai/images/${id}`)).status).toBe(404);
    await ada.call("deleteAiImage", { params: { id } });
    // Not loaded before it is deleted: the cache can serve it for an hour after that.
    const stored = () => env.MEDIA.list({ prefix: `photos/${imageUrl.slice("/media/".length)}` });
    await expect.poll(async () => (await stored()).objects).toEqual([]);
    expect((await ada.fetch(imageUrl)).status).toBe(404);
  });
});

describe("the quota", () => {
  test("is exactly ten a minute for any number of concurrent calls", async () => {
    const ada = await member("fast");
    const replies = await Promise.all(
      Array.from({ length: 16 }, () => ada.send("POST", "/api/ai/generate", { prompt: "A harbour" })),
    );
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(10).fill(201), ...Array(6).fill(429)]);
    const refused = replies.find(({ status }) => status === 429);
    const wait = Number(refused?.headers.get("Retry-After"));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(await storedThings(ada.id)).toEqual({ images: 10, media: 10 });
  });

  test("counts a refused prompt, and no failure of the engine", async () => {
    const ada = await member("counted");
    const usesAfter = async (prompt: string) => {
      const { status } = await ada.send("POST", "/api/ai/generate", { prompt });
      const uses = await env.DB.prepare("SELECT count(*) AS n FROM ai_uses WHERE user_id = ? AND NOT failed")
        .bind(ada.id)
        .first("n");
      return [status, uses];
    };
    expect(await usesAfter("error 3043 please")).toEqual([502, 0]);
    expect(await usesAfter("something unsafe")).toEqual([422, 1]);
    expect(await usesAfter("A harbour")).toEqual([201, 2]);
  });

  test("is a hundred in 24 hours without failed uses", async () => {
    const ada = await member("daily");
    const use = env.DB.prepare("INSERT INTO ai_uses (id, user_id, failed, created_at) VALUES (?, ?, ?, ?)");
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    const spend = (count: number, failed: number) =>
      env.DB.batch(
        Array.from({ length: count }, () => use.bind(crypto.randomUUID(), ada.id, failed, hourAgo)),
      );
    await spend(99, 0);
    await spend(5, 1);
    await generate(ada);
    const reply = await ada.send("POST", "/api/ai/generate", { prompt: "One more" });
    expect(reply.status).toBe(429);
    expect(Number(reply.headers.get("Retry-After"))).toBeGreaterThan(22 * 3600);
  });
});

describe("a cancelled call", () => {
  /** Returns the context of a member with the given engine. */
  function atWork(client: Client & { id: string; username: string }, generate: AiEngine["generate"]) {
    const { ctx, deferred } = contextOf(client);
    return { ctx: { ...ctx, ai: { ...ctx.ai, isSafe: async () => true, generate } }, deferred };
  }
  const uses = (id: string) =>
    env.DB.prepare("SELECT failed FROM ai_uses WHERE user_id = ?").bind(id).all<{ failed: number }>();
  const image = {
    bytes: new Uint8Array(Buffer.from(inject("photos").small ?? "", "base64")),
    contentType: "image/jpeg",
    engine: "local",
    model: "a model",
  } as const;

  test("stores nothing while the engine works, and counts as a use", async () => {
    const ada = await member("leaves");
    const call = new AbortController();
    const { ctx } = atWork(ada, async (_prompt, options) => {
      call.abort(new Error("given up"));
      options?.signal?.throwIfAborted();
      return image;
    });
    const making = generateImage(ctx, { prompt: "A harbour" }, { signal: call.signal });
    await expect(making).rejects.toThrow("given up");
    expect(await storedThings(ada.id)).toEqual({ images: 0, media: 0 });
    expect((await uses(ada.id)).results).toEqual([{ failed: 0 }]);
  });

  test("aborts the engine and sends no reply when the request ends", async () => {
    const ada = await member("hangs up");
    const call = new AbortController();
    let abortReason: unknown;
    const REAL_AI = {
      run: async (model: string, _inputs: unknown, { signal }: { signal: AbortSignal }) => {
        if (model === aiModels.guard.model) return { response: { safe: true } };
        call.abort(new Error("hung up"));
        abortReason = signal.reason;
        return new Promise(() => undefined);
      },
    };
    const request = new Request(`${SITE}/api/ai/generate`, {
      method: "POST",
      headers: { Origin: SITE, Cookie: [...ada.cookies].map((pair) => pair.join("=")).join("; ") },
      body: JSON.stringify({ prompt: "A harbour" }),
      signal: call.signal,
    });
    const testEnv = Object.assign({ ...env }, { REAL_AI });
    const { status } = await app.fetch(request, testEnv, createExecutionContext());
    expect(status).toBe(499);
    expect(abortReason).toEqual(new Error("hung up"));
    expect(await storedThings(ada.id)).toEqual({ images: 0, media: 0 });
    expect((await uses(ada.id)).results).toEqual([{ failed: 0 }]);
  });

  test("stores nothing when the image has just arrived", async () => {
    const ada = await member("late");
    const call = new AbortController();
    const { ctx } = atWork(ada, async () => {
      call.abort(new Error("given up"));
      return image;
    });
    const making = generateImage(ctx, { prompt: "A harbour" }, { signal: call.signal });
    await expect(making).rejects.toThrow("given up");
    expect(await storedThings(ada.id)).toEqual({ images: 0, media: 0 });
    expect((await uses(ada.id)).results).toEqual([{ failed: 0 }]);
  });

  test("completes when the image is already being stored", async () => {
    const ada = await member("stored");
    const call = new AbortController();
    const { ctx, deferred } = atWork(ada, async () => image);
    const { putPhoto } = ctx.media;
    const media: typeof ctx.media = {
      ...ctx.media,
      putPhoto: (id, bytes) => {
        call.abort(new Error("given up"));
        return putPhoto(id, bytes);
      },
    };
    void generateImage({ ...ctx, media }, { prompt: "A harbour" }, { signal: call.signal });
    // The runtime waits for deferred work, even if the client has closed the request.
    await expect.poll(() => deferred.length).toBe(1);
    await Promise.all(deferred);
    expect(await ada.call("listAiImages")).toMatchObject([{ prompt: "A harbour" }]);
    expect(await storedThings(ada.id)).toEqual({ images: 1, media: 1 });
  });
});

test("suggests an alt text from a photo, or from the prompt of an AI image", async () => {
  const ada = await member("alt");
  expect(await ada.call("suggestAltText", { body: { image: dataUrl } })).toEqual({
    altText: "A gradient at dusk.",
    engine: "local",
  });
  const { imageUrl } = await generate(ada);
  const { altText } = await ada.call("suggestAltText", { body: { image: imageUrl } });
  expect(altText).toBe("AI image of: A harbour at dusk");

  const long = await generate(ada, "🌇".repeat(1000));
  const cut = await ada.call("suggestAltText", { body: { image: long.imageUrl } });
  expect([...cut.altText], "cut between two characters").toHaveLength(500);
  expect(cut.altText).not.toMatch(/\p{Surrogate}/u);
});

test("marks a post as AI-made by the origin of its photo, not by its caption", async () => {
  const ada = await member("origin");
  const caption = "Created with Afterglow AI ✨";
  expect((await ada.call("createPost", { body: { mediaUrl: dataUrl, caption } })).isAi).toBe(false);
  const { imageUrl } = await generate(ada);
  const post = await ada.call("createPost", { body: { mediaUrl: imageUrl } });
  expect(post.isAi).toBe(true);
  expect((await ada.call("readFeed")).map(({ isAi }) => isAi)).toEqual([true, false]);
});

test("marks the photo of an AI image when its row is inserted", async () => {
  const ada = await member("origin");
  const { mediaUrl, isAi } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
  expect(isAi).toBe(false);
  const made = `INSERT INTO ai_images (id, user_id, image_url, media_id, kind, engine, model, created_at)
    SELECT 'image', user_id, ?1, id, 'generate', 'local', '', '' FROM media WHERE '/media/' || id = ?1`;
  await env.DB.prepare(made).bind(mediaUrl).run();
  expect((await ada.call("createPost", { body: { mediaUrl } })).isAi).toBe(true);
});

test("keeps the AI mark after the image is deleted from the collection or swept", async () => {
  const ada = await member("origin");
  const { id, imageUrl } = await generate(ada);
  const made = () => ada.call("createPost", { body: { mediaUrl: imageUrl } });
  await made();
  await ada.call("deleteAiImage", { params: { id } });
  expect((await made()).isAi).toBe(true);
  expect(await offeredPhoto(contextOf(ada).ctx, imageUrl)).toEqual({ url: imageUrl, isAi: true });
});

test("deletes the photo of a deleted post, also when an AI image used it as its source", async () => {
  const ada = await member("source");
  const { id: postId, mediaUrl: image } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
  const { id, imageUrl } = await ada.call("editImage", { body: { image, prompt: "warmer" } });
  await ada.call("saveAiImage", { params: { id }, body: {} });
  expect(await ada.call("listAiImages")).toMatchObject([{ id, imageUrl, sourceImageUrl: image }]);
  await ada.call("deletePost", { params: { id: postId } });
  expect(await ada.call("listAiImages")).toMatchObject([{ id, imageUrl, sourceImageUrl: null }]);
  expect((await ada.fetch(imageUrl)).status).toBe(200);
});
