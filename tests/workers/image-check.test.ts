import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { inEnglish } from "~/contract/messages";
import { decisionInput, IMAGE_CHECK } from "~/contract/moderation";
import type { PostView } from "~/contract/posts";
import { FILE_REMOVED } from "~/contract/texts";
import { HOUR_MS } from "~/contract/time";
import type { MemberCtx } from "~/domain/context";
import { judgePhoto, sweepImageChecks } from "~/domain/media/judge-photo";
import { setSwitch } from "~/domain/moderation/ceilings";
import { decide } from "~/domain/moderation/decide";
import { listDecisions } from "~/domain/moderation/list-decisions";
import { listQueue } from "~/domain/moderation/list-queue";
import { readEvidence, readReport } from "~/domain/moderation/read-report";
import { review } from "~/domain/moderation/review";
import { createPost } from "~/domain/posts/create-post";
import type { AiBinding } from "~/platform/ai/run-model";
import { type ImageSafety, type Judgement, workersAiSafety } from "~/platform/image-safety";
import type { Answer, Asked, SCRIPTED } from "../factories/fake-workers-ai";
import { Tab } from "./channel";
import { dataUrl, errorOf, member } from "./client";
import { connect } from "./connect";
import { contextOf } from "./context-of";
import { photo } from "./photos";

const everything = { kind: "", reason: "" } as const;
const input = { mediaUrl: dataUrl, caption: "Dusk #light" };

const clear: Judgement = { verdict: "clear", reason: null };
const sensitive: Judgement = { verdict: "sensitive", reason: "nudity" };
const certain: Judgement = { verdict: "certain", reason: "violence" };

const all = async (query: string, ...values: unknown[]) =>
  (
    await env.DB.prepare(query)
      .bind(...values)
      .all()
  ).results;

beforeEach(async () => {
  await env.DB.batch(
    [
      "abuse_reports",
      "appeals",
      "removed_content",
      "removed_hashes",
      "removed_looks",
      "image_checks",
      "switched_off",
      "quota_counters",
    ].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  );
});

/** Returns a check that gives one judgement after the other, the last one again and again; an error is thrown. */
function checkOf(...judgements: (Judgement | Error)[]) {
  const judge = vi.fn<ImageSafety["judge"]>(async () => {
    const next = judgements.length > 1 ? judgements.shift() : judgements[0];
    if (!next || next instanceof Error) throw next;
    return next;
  });
  return { judge };
}

/** An author whose site has a check, a connection and a moderator. */
async function three(check: ImageSafety, role: "member" | "admin" = "member") {
  const [ada, grace, mo] = [await member("ada"), await member("grace"), await member("mo", "moderator")];
  await connect(ada, grace);
  const deferred: Promise<unknown>[] = [];
  // The clock moves on between any two readings.
  let reading = 0;
  const at = (hours: number): MemberCtx => ({
    ...contextOf({ ...ada, role }).ctx,
    imageSafety: check,
    defer: (work) => void deferred.push(work),
    now: () => new Date(Date.now() + hours * HOUR_MS + reading++),
  });
  /** Waits until the work after the replies is done. */
  const settled = () => Promise.allSettled(deferred.splice(0));
  const post = async (more: Partial<typeof input> = {}): Promise<PostView> => {
    const created = await createPost(at(0), { ...input, ...more });
    await settled();
    return created;
  };
  const desk = contextOf(mo).ctx;
  return { ada, grace, mo, at, post, settled, desk };
}

const rowOf = async ({ id }: { id: string }) =>
  (
    await all(
      `SELECT p.is_covered AS isCovered, m.verdict AS verdict, m.verdict_reason AS reason, c.attempts AS attempts
       FROM posts p JOIN media m ON m.id = p.media_id LEFT JOIN image_checks c ON c.media_id = m.id WHERE p.id = ?`,
      id,
    )
  )[0];
const usesOfSite = async () =>
  (await all("SELECT used FROM quota_counters WHERE owner = 'site' AND kind = 'aiUses'"))[0]?.used ?? 0;
const logOf = (id: string) =>
  all("SELECT id, action, actor_id AS actor FROM moderation_log WHERE subject_id = ? ORDER BY id", id);

describe("the image check", () => {
  test("judges the photo of a post after the reply, once, as one use of the site's AI", async () => {
    const check = checkOf(clear);
    const { post } = await three(check);
    const first = await post();
    expect(first.cover).toBeNull();
    expect(await rowOf(first)).toEqual({ isCovered: 0, verdict: "clear", reason: null, attempts: null });
    await post({ mediaUrl: first.mediaUrl });
    expect(check.judge).toHaveBeenCalledOnce();
    expect(await usesOfSite()).toBe(1);
  });

  test("judges AI images too when they are posted", async () => {
    const check = checkOf(sensitive);
    const { ada, post } = await three(check);
    const { imageUrl } = await ada.call("generateImage", { body: { prompt: "A harbour at dusk" } });
    const { id, isAi } = await post({ mediaUrl: imageUrl });
    expect(isAi).toBe(true);
    expect(await rowOf({ id })).toMatchObject({ isCovered: 1, verdict: "sensitive" });
  });

  test("is missing on a laptop: nothing is queued", async () => {
    const { ada } = await three(checkOf(clear));
    expect(contextOf(ada).ctx.imageSafety).toBeNull();
    await ada.call("createPost", { body: input });
    expect(await all("SELECT * FROM image_checks")).toEqual([]);
  });

  test("does not judge the photos of an admin, about whom nobody decides", async () => {
    const check = checkOf(certain);
    const { post } = await three(check, "admin");
    expect(await rowOf(await post())).toMatchObject({ verdict: null, attempts: null });
    expect(check.judge).not.toHaveBeenCalled();
  });

  test.each([
    ["fails", new Error("The model is down.")],
    ["finds nothing", clear],
  ])("leaves a post as it is when it %s", async (_, result) => {
    const { grace, post } = await three(checkOf(result));
    const { id } = await post();
    expect((await grace.call("readFeed")).map((one) => one.id)).toContain(id);
  });

  test("is repeated by the hourly run when it fails, and given up after five attempts", async () => {
    const check = checkOf(new Error("1"), new Error("2"), sensitive);
    const { at, post } = await three(check);
    const { id } = await post();
    expect(await rowOf({ id })).toMatchObject({ verdict: null, attempts: 1 });
    expect(await usesOfSite()).toBe(0);
    expect(await sweepImageChecks(at(0))).toBe(0);
    expect(await sweepImageChecks(at(1))).toBe(1);
    expect(await sweepImageChecks(at(2))).toBe(1);
    expect(await rowOf({ id })).toMatchObject({ isCovered: 1, verdict: "sensitive", attempts: null });
    expect(await usesOfSite()).toBe(1);
    expect(check.judge).toHaveBeenCalledTimes(3);

    const broken = checkOf(new Error("always"));
    const other = await three(broken);
    const stays = await other.post();
    for (let hour = 1; hour < 8; hour++) await sweepImageChecks(other.at(hour));
    expect(broken.judge).toHaveBeenCalledTimes(5);
    expect(await rowOf(stays)).toMatchObject({ isCovered: 0, verdict: null, attempts: null });
  });

  test("of two at once asks the model once", async () => {
    const check = checkOf(new Error("first"), sensitive);
    const { at, post } = await three(check);
    const { id, mediaUrl } = await post();
    const mediaId = mediaUrl.slice("/media/".length);
    await Promise.all([judgePhoto(at(1), mediaId), judgePhoto(at(1), mediaId), judgePhoto(at(1), mediaId)]);
    expect(check.judge).toHaveBeenCalledTimes(2);
    expect(await logOf(id)).toMatchObject([{ action: "cover", actor: null }]);
  });

  test("waits while the AI tools are switched off or their ceiling is reached", async () => {
    const check = checkOf(clear);
    const { at, desk, post } = await three(check);
    await setSwitch(desk, { name: "aiUses", action: "off", note: "" });
    const { id } = await post();
    expect(await sweepImageChecks(at(1))).toBe(0);
    await setSwitch(desk, { name: "aiUses", action: "on", note: "" });
    expect(await sweepImageChecks({ ...at(1), ceilings: { uploads: 1, aiUses: 0 } })).toBe(0);
    expect(await rowOf({ id })).toMatchObject({ verdict: null, attempts: 0 });
    expect(check.judge).not.toHaveBeenCalled();
    expect(await sweepImageChecks(at(1))).toBe(1);
    expect(await rowOf({ id })).toMatchObject({ verdict: "clear" });
  });

  test.each([sensitive, certain])(
    "ends without a trace when the post is deleted meanwhile: $verdict",
    async (judgement) => {
      const check = checkOf(judgement);
      const { ada, post, at } = await three({
        judge: async (image) => {
          const [row] = await all("SELECT id FROM posts WHERE user_id = ?", ada.id);
          await ada.call("deletePost", { params: { id: String(row?.id) } });
          return check.judge(image);
        },
      });
      const { id } = await post();
      expect(check.judge).toHaveBeenCalledOnce();
      expect(await logOf(id)).toEqual([]);
      expect(await all("SELECT * FROM image_checks")).toEqual([]);
      expect(await listDecisions(at(0))).toEqual([]);
    },
  );

  test.each([
    [sensitive, "cover"],
    [certain, "hold"],
  ])(
    "that is cut off between any two statements is completed without asking again: $verdict",
    async (judgement, action) => {
      for (let cut = 1, isCut = true; isCut; cut++) {
        const check = checkOf(new Error("later"), judgement);
        const { at, post } = await three(check);
        const { id, mediaUrl } = await post();
        const mediaId = mediaUrl.slice("/media/".length);
        const ctx = at(1);
        const client = ctx.db.$client;
        let left = cut;
        isCut = false;
        const counted = <T>(run: () => T): T => {
          if (left-- > 0) return run();
          isCut = true;
          throw new Error("cut off");
        };
        const db = Object.assign(Object.create(ctx.db), {
          $client: {
            prepare: client.prepare.bind(client),
            batch: (statements: D1PreparedStatement[]) => counted(() => client.batch(statements)),
          },
          run: (query: Parameters<typeof ctx.db.run>[0]) => counted(() => ctx.db.run(query)),
        });
        await judgePhoto({ ...ctx, db }, mediaId).catch(() => undefined);
        await judgePhoto(at(2), mediaId);
        expect(await logOf(id), `${cut}`).toMatchObject([{ action }]);
        expect(await all("SELECT * FROM image_checks")).toEqual([]);
        // An answer that was not stored is asked for again.
        expect(check.judge.mock.calls.length).toBe(cut === 1 ? 3 : 2);
        await env.DB.batch(
          ["abuse_reports", "removed_content", "removed_hashes", "removed_looks"].map((table) =>
            env.DB.prepare(`DELETE FROM ${table}`),
          ),
        );
      }
    },
  );
});

describe("a sensitive photo", () => {
  test("is covered in every post, with a decision that its member can appeal and a moderator can undo", async () => {
    const check = checkOf(sensitive);
    const { ada, grace, at, post, desk } = await three(check);
    const tab = await Tab.online(ada);
    const { id, mediaUrl } = await post();
    expect(await tab.receive("notification")).toMatchObject({ type: "moderation" });
    expect((await grace.call("readPost", { params: { id } })).cover).toBe("moderator");
    const again = await post({ mediaUrl });
    expect((await grace.call("readPost", { params: { id: again.id } })).cover).toBe("moderator");
    expect(check.judge).toHaveBeenCalledOnce();
    const decisions = await listDecisions(at(0));
    expect(decisions).toMatchObject([
      { action: "cover", isAutomatic: true, reason: "nudity", appeal: "none", isUndone: false },
      { action: "cover", isAutomatic: true },
    ]);
    const [own] = decisions;
    await ada.call("setSensitivePhotos", { body: { mode: "cover" } });
    for (const { id: decisionId } of decisions)
      await review(desk, decisionId, { action: "undo", note: "A painting" });
    expect((await grace.call("readPost", { params: { id: again.id } })).cover).toBeNull();
    expect((await listDecisions(at(0)))[0]).toMatchObject({ id: own?.id, isUndone: true });
    const third = await post({ mediaUrl });
    expect(await rowOf(third)).toMatchObject({ isCovered: 0, verdict: "clear" });
    expect(check.judge).toHaveBeenCalledOnce();
  });
});

describe("a photo of which the check is certain", () => {
  async function held() {
    const check = checkOf(certain);
    const world = await three(check);
    const post = await world.post();
    const [item] = (await listQueue(world.desk, everything)).reports;
    return { ...world, check, held: post, reportId: item?.id ?? "" };
  }
  const as = (action: "dismiss" | "remove" | "cover" | "warn") =>
    decisionInput.parse({ action, reason: "violence" });

  test("is put away with its post, reported to the moderators, and its member learns it", async () => {
    const { ada, grace, at, held: post, desk, reportId } = await held();
    for (const one of [ada, grace]) {
      expect((await one.fetch(`/api/posts/${post.id}`)).status).toBe(404);
      expect((await one.fetch(post.mediaUrl)).status).toBe(404);
      expect(await one.call("readFeed")).toEqual([]);
    }
    expect(await listDecisions(at(0))).toMatchObject([
      { action: "hold", isAutomatic: true, reason: "violence", text: input.caption, isUndone: false },
    ]);
    expect(await ada.call("listNotifications")).toMatchObject([{ type: "moderation" }]);
    expect((await listQueue(desk, everything)).reports).toMatchObject([
      { kind: "post", reason: "violence", reports: 1, username: ada.username, urgency: 1 },
    ]);
    expect(await readReport(desk, reportId)).toMatchObject({
      hasPhoto: true,
      reports: [
        {
          reporter: "image check",
          details: "Held by the image check: nobody sees the post until a moderator decides.",
        },
      ],
      history: [{ action: "hold", actor: IMAGE_CHECK }],
    });
    expect(
      (await new Response((await readEvidence(desk, reportId)).body).arrayBuffer()).byteLength,
    ).toBeGreaterThan(0);
    const reply = await ada.send("POST", "/api/posts", { mediaUrl: dataUrl });
    expect(await errorOf(reply)).toMatchObject({ status: 415, message: inEnglish(FILE_REMOVED) });
  });

  test.each([
    ["dismiss", null],
    ["cover", "moderator"],
  ] as const)("comes back when a moderator decides %s, and is not judged again", async (action, cover) => {
    const { ada, grace, at, check, held: post, desk, reportId, post: share } = await held();
    await decide(desk, reportId, as(action));
    expect(await grace.call("readPost", { params: { id: post.id } })).toMatchObject({
      caption: input.caption,
      cover,
    });
    expect((await grace.fetch(post.mediaUrl)).status).toBe(200);
    expect((await listDecisions(at(0))).find((one) => one.action === "hold")).toMatchObject({
      isUndone: true,
    });
    expect(await ada.call("listNotifications")).toHaveLength(2);
    await share({ mediaUrl: post.mediaUrl });
    expect(check.judge).toHaveBeenCalledOnce();
    expect((await listQueue(desk, everything)).reports).toEqual([]);
    await ada.call("createPost", { body: input });
  });

  test.each(["remove", "warn"] as const)(
    "stays away when a moderator decides %s, until that is undone",
    async (action) => {
      const { grace, at, held: post, desk, reportId } = await held();
      await decide(desk, reportId, as(action));
      expect((await grace.fetch(`/api/posts/${post.id}`)).status).toBe(404);
      expect(await listDecisions(at(0))).toMatchObject([{ action, hasRemoved: true }]);
      const decision = (await logOf(post.id)).at(-1);
      await review(desk, String(decision?.id), { action: "undo", note: "" });
      expect((await grace.fetch(`/api/posts/${post.id}`)).status).toBe(200);
      expect((await rowOf(post))?.verdict).toBe("clear");
    },
  );

  test("is held again when its removal was a mistake, and its release is not undone at once", async () => {
    const { grace, at, held: post, desk, reportId } = await held();
    const decision = await decide(desk, reportId, as("remove"));
    await review(desk, String(decision), { action: "undo", note: "", reopens: true });
    expect((await grace.fetch(`/api/posts/${post.id}`)).status).toBe(404);
    expect(await listDecisions(at(0))).toMatchObject([
      { action: "remove", isUndone: true },
      { action: "hold", isUndone: false },
    ]);
    expect(await decide(desk, reportId, as("dismiss"))).toBeNull();
    expect((await grace.fetch(`/api/posts/${post.id}`)).status).toBe(200);
  });

  test("takes all posts with it, and each comes back by itself", async () => {
    const check = checkOf(new Error("later"), certain);
    const { grace, at, post, desk } = await three(check);
    const first = await post();
    const second = await post({ mediaUrl: first.mediaUrl, caption: "Again" });
    await sweepImageChecks(at(1));
    const { reports } = await listQueue(desk, everything);
    expect(reports).toHaveLength(2);
    const [one] = reports;
    await decide(desk, one?.id ?? "", as("dismiss"));
    const statuses = await Promise.all(
      [first, second].map(async ({ id }) => (await grace.fetch(`/api/posts/${id}`)).status),
    );
    expect(statuses.sort()).toEqual([200, 404]);
  });

  test("is not restored without its copy", async () => {
    const { grace, held: post, desk, reportId } = await held();
    const broken = { ...desk, media: { ...desk.media, restore: async () => false } };
    await expect(decide(broken, reportId, as("dismiss"))).rejects.toMatchObject({ code: "conflict" });
    expect((await grace.fetch(`/api/posts/${post.id}`)).status).toBe(404);
    await decide(desk, reportId, as("dismiss"));
  });
});

describe("the adapter of Workers AI", () => {
  // As in ai.test.ts: workerd exits when the runner's script rebuilds a thrown error.
  beforeAll(() => {
    Reflect.deleteProperty(Error, "prepareStackTrace");
  });

  const header: typeof SCRIPTED = "x-scripted";
  const scripted: AiBinding = {
    run: (model, inputs, options) =>
      env.REAL_AI.run(model, inputs, { ...options, extraHeaders: { [header]: "yes" } }),
  };
  const check = workersAiSafety({ ai: scripted, images: env.IMAGES });
  const willAnswer = (...answers: Answer[]) =>
    fetch(new URL("/answers", env.FAKE_AI), { method: "POST", body: JSON.stringify(answers) });
  const wasAsked = async (): Promise<Asked[]> => (await fetch(new URL("/asked", env.FAKE_AI))).json();
  const bodyOf = (asked?: Asked) => JSON.parse(Buffer.from(asked?.body ?? "", "base64").toString()).inputs;

  test.each([
    ["clear", clear],
    [" Nudity.\n", sensitive],
    ['"PORNOGRAPHY"', { verdict: "certain", reason: "nudity" }],
    ["violence", { verdict: "sensitive", reason: "violence" }],
    ["gore", certain],
  ])("judges by the label %j", async (answer, judgement) => {
    await willAnswer({ json: { answer } });
    expect(await check.judge(photo("small"))).toEqual(judgement);
    const [asked] = await wasAsked();
    expect(asked?.model).toBe("@cf/moondream/moondream3.1-9B-A2B");
    expect(bodyOf(asked)).toMatchObject({
      task: "query",
      image: expect.stringMatching(/^data:image\/jpeg;base64,/),
      question: expect.stringContaining("exactly one of these words"),
      reasoning: false,
      temperature: 0,
      stream: false,
    });
  });

  test.each([
    ["a sentence", { answer: "The photo is clear of nudity." }],
    ["two labels", { answer: "clear nudity" }],
    ["an unknown word", { answer: "safe" }],
    ["nothing", {}],
    ["another shape", { answer: { label: "clear" } }],
    ["a text", "clear"],
  ])("asks the other model when the first answers %s, and throws when that does too", async (_, json) => {
    await willAnswer({ json }, { json: { choices: [{ message: { content: "Gore" } }] } });
    expect(await check.judge(photo("small"))).toEqual(certain);
    const [, second] = await wasAsked();
    expect(second?.model).toBe("@cf/google/gemma-4-26b-a4b-it");
    expect(bodyOf(second).messages[0].content).toMatchObject([{ type: "text" }, { type: "image_url" }]);
    await willAnswer({ json }, { json });
    await expect(check.judge(photo("small"))).rejects.toMatchObject({ code: "ai_failed" });
  });

  test("throws when both models fail, and without asking for a file that is no photo", async () => {
    await willAnswer({ status: 500, json: "down" }, { status: 500, json: "down" });
    await expect(check.judge(photo("small"))).rejects.toMatchObject({ code: "ai_failed" });
    await willAnswer();
    await expect(check.judge(photo("html"))).rejects.toMatchObject({ code: "unsupported_media" });
    expect(await wasAsked()).toEqual([]);
  });
});
