import { env } from "cloudflare:test";
import { beforeEach, describe, expect, inject, test, vi } from "vitest";
import { inEnglish } from "~/contract/messages";
import { decisionInput } from "~/contract/moderation";
import { PHOTO_OR_PHOTOS, PHOTO_REPEATED } from "~/contract/post-texts";
import type { PostView } from "~/contract/posts";
import { FILE_REMOVED, IMAGE_MISSING, IMAGE_UNAVAILABLE, PHOTOS_TOO_MANY } from "~/contract/texts";
import { HOUR_MS } from "~/contract/time";
import { filesOf } from "~/domain/accounts/export-account";
import type { MemberCtx } from "~/domain/context";
import { sweepRemovals } from "~/domain/media/sweep-removals";
import { sweepUnused } from "~/domain/media/sweep-unused";
import { decide } from "~/domain/moderation/decide";
import { listQueue } from "~/domain/moderation/list-queue";
import { readEvidence, readReport } from "~/domain/moderation/read-report";
import { removeAsOperator } from "~/domain/moderation/remove-as-operator";
import { review } from "~/domain/moderation/review";
import { createPost } from "~/domain/posts/create-post";
import { readFeed } from "~/domain/posts/read-feed";
import type { ImageSafety, Judgement } from "~/platform/image-safety";
import { dataUrl, errorOf, type Member, member } from "./client";
import { connect, twoConnected } from "./connect";
import { contextOf } from "./context-of";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

const everything = { kind: "", reason: "" } as const;

const first = <T>(query: string, ...values: unknown[]) =>
  env.DB.prepare(query)
    .bind(...values)
    .first<T>();
const count = (table: string, where = "1") =>
  first<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE ${where}`).then((row) => row?.n);

/** Returns the number of stored files of a photo. */
const filesAt = async (url: string) =>
  (await env.MEDIA.list({ prefix: `photos/${url.slice("/media/".length)}/` })).objects.length;
const evidenceOf = async (url: string) =>
  (await env.MEDIA.list({ prefix: `evidence/${url.slice("/media/".length)}` })).objects.length;

/** Uploads different photos and returns their URLs. */
async function upload(owner: Member, amount: number): Promise<string[]> {
  const urls: string[] = [];
  for (let at = 0; at < amount; at++) {
    const body = new FormData();
    body.set("file", new Blob([Buffer.from(inject("photos")[`journey${at}`] ?? "", "base64")]), "photo.jpg");
    urls.push((await owner.call("uploadMedia", { body })).url);
  }
  return urls;
}

const named = (urls: string[]) => urls.map((mediaUrl, at) => ({ mediaUrl, altText: `Photo ${at + 1}` }));

/** Creates a post with several photos, whose alt texts are "Photo 1" and so on. */
async function share(owner: Member, amount = 3, more = {}): Promise<PostView & { photos: object[] }> {
  const photos = named(await upload(owner, amount));
  const post = await owner.call("createPost", { body: { photos, ...more } });
  return { ...post, photos: post.photos ?? [] };
}

const urlsOf = ({ photos = [] }: Pick<PostView, "photos">) => photos.map(({ mediaUrl }) => mediaUrl);

beforeEach(async () => {
  await env.DB.batch(
    ["posts", "abuse_reports", "appeals", "removed_content", "removed_hashes", "quota_counters"].map(
      (table) => env.DB.prepare(`DELETE FROM ${table}`),
    ),
  );
});

describe("a post with several photos", () => {
  test("has all of them in order, and the first one where a post with one photo has it", async () => {
    const [ada, grace] = await twoConnected();
    const urls = await upload(ada, 10);
    const post = await ada.call("createPost", { body: { photos: named(urls), caption: "A day #dusk" } });
    expect(post).toMatchObject({ mediaUrl: urls[0], altText: "Photo 1", photoCount: 10, isAi: false });
    expect(urlsOf(post)).toEqual(urls);
    const { width, height, placeholder, color, altText, mediaUrl } = post;
    expect(post.photos?.[0]).toEqual({ width, height, placeholder, color, altText, mediaUrl, isAi: false });
    expect(post.photos?.map((photo) => photo.altText)).toEqual(urls.map((_, at) => `Photo ${at + 1}`));

    expect(await grace.call("readPost", { params: { id: post.id } })).toEqual(post);
    expect(await grace.call("readFeed")).toEqual([post]);
    expect(await grace.call("listTaggedPosts", { params: { tag: "dusk" } })).toEqual([post]);
    await grace.call("savePost", { params: { id: post.id } });
    expect(await grace.call("listSavedPosts")).toEqual([{ ...post, isSaved: true }]);
    const tile = { id: post.id, mediaUrl: urls[0], photoCount: 10 };
    const params = { username: ada.username };
    expect(await grace.call("readProfile", { params })).toMatchObject({ posts: [tile] });
    expect(await grace.call("listProfilePosts", { params })).toMatchObject([tile]);
    for (const url of urls) expect((await grace.fetch(url)).status).toBe(200);
  });

  test("of one photo is a post like any other", async () => {
    const ada = await member("ada");
    const post = await share(ada, 1);
    expect(await count("post_photos")).toBe(0);
    const read = await ada.call("readPost", { params: { id: post.id } });
    expect(read).toMatchObject({ photoCount: 1, altText: "Photo 1" });
    expect(read).not.toHaveProperty("photos");
    expect(await ada.call("createPost", { body: { mediaUrl: dataUrl } })).not.toHaveProperty("photos");
  });

  test("counts as one post, and is stored once when its request is repeated", async () => {
    const ada = await member("ada");
    const body = { photos: named(await upload(ada, 3)), clientId: crypto.randomUUID() };
    const [one, two] = await Promise.all([
      ada.call("createPost", { body }),
      ada.call("createPost", { body }),
    ]);
    expect(two).toEqual(one);
    expect(await ada.call("createPost", { body })).toEqual(one);
    expect(await ada.call("readFeed")).toHaveLength(1);
    expect(await first("SELECT used FROM quota_counters WHERE owner = ? AND kind = 'posts'", ada.id)).toEqual(
      {
        used: 1,
      },
    );
    expect(
      await first("SELECT used FROM quota_counters WHERE owner = ? AND kind = 'uploads'", ada.id),
    ).toEqual({ used: 3 });
  });

  test("reads and writes rows for its photos alone: a feed of single photos costs what it did", async () => {
    const [ada, grace] = await twoConnected();
    for (const _ of [1, 2, 3]) await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    const read = async () => {
      const { ctx, cost } = contextOf(grace);
      await readFeed(ctx);
      return cost;
    };
    const before = await read();
    await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    const perPost = (await read()).rowsRead - before.rowsRead;
    await share(ada, 3);
    const after = await read();
    expect([after.statements, after.trips]).toEqual([before.statements, before.trips]);
    expect(after.rowsRead - before.rowsRead - perPost).toBeLessThanOrEqual(perPost + 4);
  });

  test.each([
    ["no photo", () => ({ photos: [] }), "photos", inEnglish(IMAGE_MISSING)],
    ["eleven photos", (urls: string[]) => ({ photos: named(urls) }), "photos", inEnglish(PHOTOS_TOO_MANY)],
    [
      "a photo twice",
      ([url = ""]: string[]) => ({ photos: named([url, url]) }),
      "photos",
      inEnglish(PHOTO_REPEATED),
    ],
    [
      "a data URL among them",
      ([url = ""]: string[]) => ({ photos: named([url, dataUrl]) }),
      "photos.1.mediaUrl",
      inEnglish(IMAGE_MISSING),
    ],
    [
      "both forms",
      ([url = "", other = ""]: string[]) => ({ mediaUrl: url, photos: named([other]) }),
      "photos",
      inEnglish(PHOTO_OR_PHOTOS),
    ],
    [
      "an alt text beside them",
      ([url = ""]: string[]) => ({ altText: "Dusk", photos: named([url]) }),
      "photos",
      inEnglish(PHOTO_OR_PHOTOS),
    ],
    [
      "a long alt text",
      ([url = ""]: string[]) => ({ photos: [{ mediaUrl: url, altText: "x".repeat(501) }] }),
      "photos.0.altText",
      "Alt text must not be longer than 500 characters.",
    ],
    [
      "a photo that does not exist",
      ([url = ""]: string[]) => ({ photos: named([url, `/media/${crypto.randomUUID()}`]) }),
      "photos",
      inEnglish(IMAGE_UNAVAILABLE),
    ],
    ["neither form", () => ({}), "mediaUrl", inEnglish(IMAGE_MISSING)],
  ])("is refused with %s, and nothing is stored", async (_, bodyOf, field, message) => {
    const ada = await member("ada");
    const reply = await ada.send("POST", "/api/posts", bodyOf(await upload(ada, 11)));
    expect(await errorOf(reply)).toMatchObject({ status: 422, message, errors: { [field]: [message] } });
    expect(await ada.call("readFeed")).toEqual([]);
    expect(await count("post_photos")).toBe(0);
  });

  test("is refused with a photo of another member, and takes one that was used already", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    const [[theirs = ""], urls] = [await upload(grace, 1), await upload(ada, 2)];
    const reply = await ada.send("POST", "/api/posts", { photos: named([...urls, theirs]) });
    expect(await errorOf(reply)).toMatchObject({
      status: 422,
      errors: { photos: [inEnglish(IMAGE_UNAVAILABLE)] },
    });
    await ada.call("createPost", { body: { photos: named(urls) } });
    const turned = [...urls].reverse();
    expect(urlsOf(await ada.call("createPost", { body: { photos: named(turned) } }))).toEqual(turned);
  });

  test("is refused with a photo that moderators have removed in between", async () => {
    const ada = await member("ada");
    const urls = await upload(ada, 2);
    const { id } = await ada.call("createPost", { body: { mediaUrl: urls[1] } });
    const { ctx } = contextOf(ada);
    await removeAsOperator(ctx, { postId: id }, { reason: "nudity", note: "", isDryRun: false });
    const reply = await ada.send("POST", "/api/posts", { photos: named(urls) });
    expect(await errorOf(reply)).toMatchObject({
      status: 422,
      errors: { photos: [inEnglish(IMAGE_UNAVAILABLE)] },
    });
  });

  test("is AI-made when one of its photos is, and each photo says so", async () => {
    const [ada, grace] = await twoConnected();
    const { imageUrl } = await ada.call("generateImage", { body: { prompt: "A harbour at dusk" } });
    const photos = named([...(await upload(ada, 1)), imageUrl]);
    const post = await ada.call("createPost", { body: { photos } });
    expect(post).toMatchObject({ isAi: true, photos: [{ isAi: false }, { isAi: true }] });
    expect(await grace.call("readFeed")).toEqual([post]);
    await grace.call("hideAiPosts", { body: { hidden: true } });
    expect(await grace.call("readFeed")).toEqual([]);
    expect(await ada.call("readFeed")).toEqual([post]);
  });

  test("is hidden by a muted word in any alt text", async () => {
    const [ada, grace] = await twoConnected();
    const [one = "", two = ""] = await upload(ada, 2);
    const photos = [{ mediaUrl: one }, { mediaUrl: two, altText: "A bowl of kale" }];
    await ada.call("createPost", { body: { photos } });
    expect(await grace.call("readFeed")).toHaveLength(1);
    await grace.call("muteWord", { body: { word: "kale" } });
    expect(await grace.call("readFeed")).toEqual([]);
  });
});

describe("editing a post with several photos", () => {
  test("changes the alt text of each", async () => {
    const ada = await member("ada");
    const { id } = await share(ada);
    const altTexts = ["A harbour", "", "A boat"];
    const edited = await ada.call("editPost", { params: { id }, body: { altTexts } });
    expect(edited.photos?.map(({ altText }) => altText)).toEqual(altTexts);
    expect(edited).toMatchObject({ altText: "A harbour", editedAt: expect.any(String) });
    expect(await ada.call("readPost", { params: { id } })).toEqual(edited);
    // The same again changes nothing.
    expect(await ada.call("editPost", { params: { id }, body: { altTexts } })).toEqual(edited);
    const one = await ada.call("editPost", { params: { id }, body: { altText: "Dawn" } });
    expect(one.photos?.map(({ altText }) => altText)).toEqual(["Dawn", "", "A boat"]);
  });

  test.each([[["One", "Two"]], [["1", "2", "3", "4"]]])(
    "refuses another number of alt texts: %j",
    async (altTexts) => {
      const ada = await member("ada");
      const { id } = await share(ada);
      const reply = await ada.send("PATCH", `/api/posts/${id}`, { altTexts });
      expect(await errorOf(reply)).toMatchObject({
        status: 422,
        errors: { altTexts: ["This post has 3 photos."] },
      });
    },
  );

  test("takes the one alt text of a post with one photo, and refuses two", async () => {
    const ada = await member("ada");
    const { id } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    const params = { id };
    expect(await ada.call("editPost", { params, body: { altTexts: ["A sky"] } })).toMatchObject({
      altText: "A sky",
    });
    const reply = await ada.send("PATCH", `/api/posts/${id}`, { altTexts: ["One", "Two"] });
    expect(await errorOf(reply)).toMatchObject({
      status: 422,
      errors: { altTexts: ["This post has one photo."] },
    });
  });
});

describe("deleting a post with several photos", () => {
  test("deletes all files but those that something else shows", async () => {
    const ada = await member("ada");
    const post = await share(ada, 4);
    const [, second = "", third = "", fourth = ""] = urlsOf(post);
    await ada.call("createPost", { body: { mediaUrl: second } });
    await ada.call("createPost", { body: { photos: named([second, third]) } });
    await ada.call("setUpProfile", { body: { profileImage: fourth } });
    await ada.call("deletePost", { params: { id: post.id } });
    expect(await filesAt(post.mediaUrl)).toBe(0);
    for (const url of [second, third, fourth]) expect(await filesAt(url)).toBe(3);
    const { posts } = await ada.call("readProfile", { params: { username: ada.username } });
    for (const { id } of posts) await ada.call("deletePost", { params: { id } });
    expect(await Promise.all([second, third].map(filesAt))).toEqual([0, 0]);
    await ada.call("setUpProfile", { body: { profileImage: null } });
    await sweepRemovals(contextOf(ada).ctx);
    expect(await filesAt(fourth)).toBe(0);
  });

  test("with the account deletes all files", async () => {
    const ada = await member("ada");
    const urls = urlsOf(await share(ada));
    await ada.call("deleteAccount", { body: { confirmation: ada.username, currentPassword: "sunset" } });
    while ((await sweepRemovals(contextOf(ada).ctx)) > 0);
    expect(await Promise.all(urls.map(filesAt))).toEqual([0, 0, 0]);
    expect(await count("post_photos")).toBe(0);
  });

  test("the sweep of unused files keeps photos of posts", async () => {
    const ada = await member("ada");
    const urls = urlsOf(await share(ada));
    const [unused = ""] = await upload(ada, 1);
    const { ctx } = contextOf(ada);
    const tomorrow = { ...ctx, now: () => new Date(Date.now() + 25 * HOUR_MS) };
    while ((await sweepUnused(tomorrow)) > 0);
    while ((await sweepRemovals(tomorrow)) > 0);
    expect(await Promise.all([...urls, unused].map(filesAt))).toEqual([3, 3, 3, 0]);
  });
});

test("an export has all photos of a post", async () => {
  const ada = await member("ada");
  const post = await share(ada);
  await ada.call("createPost", { body: { mediaUrl: dataUrl } });
  const files = new Map<string, unknown>();
  for await (const { name, input } of filesOf(contextOf(ada).ctx)) {
    if (input instanceof ReadableStream) await input.cancel();
    if (name !== "posts.json" || typeof input === "string" || input instanceof ReadableStream) {
      files.set(name, null);
      continue;
    }
    const chunks: Uint8Array[] = [];
    for await (const chunk of input) chunks.push(chunk);
    files.set(name, JSON.parse(Buffer.concat(chunks).toString()));
  }
  expect(files.get("posts.json")).toMatchObject([
    { id: post.id, photos: named(urlsOf(post)) },
    { photos: [{ altText: "" }] },
  ]);
  for (const url of urlsOf(post)) expect([...files.keys()]).toContain(`photos/${url.slice(7)}.webp`);
});

describe("moderation of a post with several photos", () => {
  const as = (action: "dismiss" | "remove" | "cover") => decisionInput.parse({ action, reason: "nudity" });

  async function reported() {
    const [ada, eve, mo] = [await member("ada"), await member("eve"), await member("mo", "moderator")];
    const desk = contextOf(mo).ctx;
    const post = await share(eve, 3, { caption: "Go away #dusk" });
    await ada.call("report", { body: { postId: post.id, reason: "nudity" } });
    const [item] = (await listQueue(desk, everything)).reports;
    return { ada, eve, desk, post, urls: urlsOf(post), reportId: item?.id ?? "" };
  }
  const lastDecision = async (post: { id: string }) =>
    (await first<{ id: string }>("SELECT max(id) AS id FROM moderation_log WHERE subject_id = ?", post.id))
      ?.id ?? "";

  test("a report has a copy of each photo, with its alt text", async () => {
    const { eve, desk, post, urls, reportId } = await reported();
    await eve.call("deletePost", { params: { id: post.id } });
    const { snapshot } = await readReport(desk, reportId);
    expect(snapshot).toMatchObject({
      altText: "Photo 1",
      photos: [{ altText: "Photo 2" }, { altText: "Photo 3" }],
    });
    expect(await Promise.all(urls.map(filesAt))).toEqual([0, 0, 0]);
    const sizes = new Set<number>();
    for (const at of [0, 1, 2])
      sizes.add((await new Response((await readEvidence(desk, reportId, at)).body).arrayBuffer()).byteLength);
    expect(sizes.size).toBe(3);
    await expect(readEvidence(desk, reportId, 3)).rejects.toMatchObject({ code: "not_found" });
  });

  test("the copies go with the last report and removal of the post", async () => {
    const { ada, eve, desk, post, urls } = await reported();
    const grace = await member("grace");
    await grace.call("report", { body: { postId: post.id, reason: "spam" } });
    const copies = async () => {
      while ((await sweepRemovals(desk)) > 0);
      return Promise.all(urls.map(evidenceOf));
    };
    await env.DB.prepare("DELETE FROM abuse_reports WHERE reporter_id = ?").bind(ada.id).run();
    expect(await copies()).toEqual([1, 1, 1]);
    const [left] = (await listQueue(desk, everything)).reports;
    await decide(desk, left?.id ?? "", as("remove"));
    await env.DB.prepare("DELETE FROM abuse_reports").run();
    expect(await copies()).toEqual([1, 1, 1]);
    await env.DB.prepare("DELETE FROM removed_content").run();
    expect(await copies()).toEqual([0, 0, 0]);
    expect(await count("evidence_photos")).toBe(0);
    await eve.call("readFeed");
  });

  test("a removal takes all photos and keeps each from being uploaded again; undoing restores all", async () => {
    const { ada, eve, desk, post, urls, reportId } = await reported();
    await eve.call("createPost", { body: { photos: named([...(await upload(ada, 0)), urls[2] ?? ""]) } });
    await decide(desk, reportId, as("remove"));
    expect((await ada.fetch(`/api/posts/${post.id}`)).status).toBe(404);
    expect(await Promise.all(urls.map(filesAt))).toEqual([0, 0, 0]);
    expect(await eve.call("readFeed")).toEqual([]);
    for (const at of [0, 1, 2]) {
      const form = new FormData();
      form.set("file", new Blob([Buffer.from(inject("photos")[`journey${at}`] ?? "", "base64")]), "a.jpg");
      const reply = await eve.send("POST", "/api/media", form);
      expect(await errorOf(reply)).toMatchObject({ status: 415, message: inEnglish(FILE_REMOVED) });
    }
    await review(desk, await lastDecision(post), { action: "undo", note: "" });
    const { photos, caption } = await ada.call("readPost", { params: { id: post.id } });
    expect({ photos, caption }).toEqual({ photos: post.photos, caption: post.caption });
    expect(await Promise.all(urls.map(filesAt))).toEqual([3, 3, 3]);
    await upload(eve, 3);
  });

  test("the operator removes all photos", async () => {
    const { eve, desk, post, urls } = await reported();
    await removeAsOperator(desk, { postId: post.id }, { reason: "nudity", note: "", isDryRun: false });
    expect(await Promise.all(urls.map(filesAt))).toEqual([0, 0, 0]);
    expect(await eve.call("readFeed")).toEqual([]);
  });

  test("a post is removed with any of its photos, whatever its place", async () => {
    const { ada, eve, desk, urls, reportId } = await reported();
    const [own = ""] = await upload(eve, 1);
    const other = await eve.call("createPost", { body: { photos: named([own, urls[1] ?? ""]) } });
    await decide(desk, reportId, as("remove"));
    expect((await ada.fetch(`/api/posts/${other.id}`)).status).toBe(404);
  });
});

describe("the image check of a post with several photos", () => {
  const clear: Judgement = { verdict: "clear", reason: null };

  /** Shares three photos of which the check gives these judgements, in the order of the post. */
  async function judged(...judgements: (Judgement | Error)[]) {
    const [ada, grace, mo] = [await member("ada"), await member("grace"), await member("mo", "moderator")];
    await connect(ada, grace);
    const deferred: Promise<unknown>[] = [];
    const judge = vi.fn<ImageSafety["judge"]>(async () => {
      const next = judgements.shift() ?? clear;
      if (next instanceof Error) throw next;
      return next;
    });
    const ctx: MemberCtx = {
      ...contextOf(ada).ctx,
      imageSafety: { judge },
      defer: (work) => void deferred.push(work),
    };
    const urls = await upload(ada, 3);
    const post = await createPost(ctx, { photos: named(urls) });
    while (deferred.length > 0) await Promise.allSettled(deferred.splice(0));
    return { ada, grace, urls, post, judge, desk: contextOf(mo).ctx };
  }

  test("judges each photo once", async () => {
    const { ada, post, judge, urls } = await judged(clear);
    expect(judge).toHaveBeenCalledTimes(3);
    expect(await count("media", "verdict = 'clear'")).toBeGreaterThanOrEqual(3);
    expect((await ada.call("readPost", { params: { id: post.id } })).cover).toBeNull();
    expect(urlsOf(post)).toEqual(urls);
  });

  test("covers the post when one photo is sensitive; undoing it clears all", async () => {
    const { grace, post, desk } = await judged(clear, clear, { verdict: "sensitive", reason: "nudity" });
    const params = { id: post.id };
    expect((await grace.call("readPost", { params })).cover).toBe("moderator");
    const decision = await first<{ id: string }>(
      "SELECT id FROM moderation_log WHERE subject_id = ?",
      post.id,
    );
    await review(desk, decision?.id ?? "", { action: "undo", note: "" });
    expect((await grace.call("readPost", { params })).cover).toBeNull();
    expect(await count("media", "verdict IS NOT 'clear' AND verdict IS NOT NULL")).toBe(0);
  });

  test.each([
    ["dismiss", 200],
    ["remove", 404],
  ] as const)("holds the post when one photo is certain; then %s", async (action, status) => {
    const { ada, grace, post, urls, desk } = await judged(clear, { verdict: "certain", reason: "nudity" });
    expect((await grace.fetch(`/api/posts/${post.id}`)).status).toBe(404);
    expect(await Promise.all(urls.map(filesAt))).toEqual([0, 0, 0]);
    const [item] = (await listQueue(desk, everything)).reports;
    const report = await readReport(desk, item?.id ?? "");
    expect(report.reports[0]?.details).toMatch(/It is about photo \d of 3\.$/);
    expect(report.snapshot.photos).toHaveLength(2);
    for (const at of [0, 1, 2]) await (await readEvidence(desk, report.id, at)).body.cancel();
    await decide(desk, report.id, decisionInput.parse({ action, reason: "nudity" }));
    expect((await grace.fetch(`/api/posts/${post.id}`)).status).toBe(status);
    if (status !== 200) return;
    expect((await ada.call("readPost", { params: { id: post.id } })).photos).toEqual(post.photos);
    for (const url of urls) expect((await grace.fetch(url)).status).toBe(200);
    await upload(ada, 3);
  });
});
