import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { AppError } from "~/contract/errors";
import { FIRST_REPORTS_PER_DAY } from "~/contract/limits";
import { quotas } from "~/contract/quotas";
import type { ReportReason } from "~/contract/safety";
import type { MemberCtx } from "~/domain/context";
import { decide } from "~/domain/moderation/decide";
import { listQueue } from "~/domain/moderation/list-queue";
import { review } from "~/domain/moderation/review";
import { report } from "~/domain/safety/report";
import { r2MediaStore } from "~/platform/media/r2-store";
import { commandNamed } from "../../scripts/admin/commands";
import { memoryFiles } from "../workers/admin-command";
import { dataUrl, member } from "../workers/client";
import { connect } from "../workers/connect";
import { contextOf } from "../workers/context-of";

beforeEach(async () => {
  await env.DB.batch(
    ["abuse_reports", "quota_counters"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  );
});

/** Returns a context with rate limits on. */
const limited = (one: { id: string; username: string }): MemberCtx => ({
  ...contextOf(one).ctx,
  limits: { areOn: true, take: async () => true },
});

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : "error"),
  );

async function reporters() {
  const [mallory, eve, ada] = [await member("mallory"), await member("eve"), await member("ada")];
  const post = await eve.call("createPost", { body: { mediaUrl: dataUrl, caption: "Dusk" } });
  const ctx = limited(mallory);
  const preserve = vi.spyOn(ctx.media, "preserve");
  const accuse = (userId: string, reason: ReportReason = "child") =>
    codeOf(report(ctx, { userId, reason, details: "" }));
  return { mallory, eve, ada, post, ctx, preserve, accuse };
}

async function moderator() {
  const mo = await member("mo", "moderator");
  return { mo, desk: contextOf(mo).ctx };
}

const reportsIn = async (table = "abuse_reports") =>
  env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first("n");

describe("a flood of reports", () => {
  test("ends at the quota of the day, also at once, and beyond it copies no photo", async () => {
    const { eve, post, ctx, preserve, accuse } = await reporters();
    const most = quotas.reports.low;
    const others = await Promise.all(Array.from({ length: most }, () => member("named")));
    const codes = await Promise.all([...others, eve].map(({ id }) => accuse(id)));
    expect(codes.filter((code) => code === null)).toHaveLength(most);
    expect(codes.filter((code) => code === "rate_limited")).toHaveLength(1);
    expect(await reportsIn()).toBe(most);
    preserve.mockClear();
    expect(await codeOf(report(ctx, { postId: post.id, reason: "child", details: "" }))).toBe("rate_limited");
    expect(preserve).not.toHaveBeenCalled();
  });

  test("about one subject is one report with one copy of the photo, and one use", async () => {
    const { post, ctx, preserve } = await reporters();
    for (const reason of ["spam", "child", "child"] as const)
      await report(ctx, { postId: post.id, reason, details: "" });
    expect(preserve).toHaveBeenCalledOnce();
    expect(await reportsIn()).toBe(1);
    expect(await env.DB.prepare("SELECT used FROM quota_counters WHERE kind = 'reports'").first("used")).toBe(
      1,
    );
  });

  test("about one message is one report, however its id is written", async () => {
    const { mallory, eve, ctx } = await reporters();
    await connect(mallory, eve);
    const { id } = await eve.call("sendMessage", {
      params: { userId: mallory.id },
      body: { content: "Hello" },
    });
    for (const messageId of [id, `0${id}`, `00${id}`])
      await report(ctx, { messageId, reason: "spam", details: "" });
    expect(await reportsIn()).toBe(1);
  });

  test("by several members about one photo shares its copy", async () => {
    const { ada, post, ctx } = await reporters();
    const put = vi.spyOn(env.MEDIA, "put");
    for (const one of [ctx, limited(ada)]) {
      const media = r2MediaStore(env.MEDIA, env.IMAGES);
      await report({ ...one, media }, { postId: post.id, reason: "nudity", details: "" });
    }
    expect(put).toHaveBeenCalledOnce();
    put.mockRestore();
  });

  test("as the most urgent reason leaves the head of the queue to others", async () => {
    const { ada, eve, accuse } = await reporters();
    const { desk } = await moderator();
    for (let n = 0; n < FIRST_REPORTS_PER_DAY + 3; n++) await accuse((await member("named")).id);
    // Also by a change of the reason.
    await accuse(eve.id, "spam");
    await accuse(eve.id, "child");
    const real = await member("real");
    await report(limited(ada), { userId: real.id, reason: "self_harm", details: "" });
    const { reports } = await listQueue(desk, { kind: "", reason: "" });
    expect(reports.findIndex(({ username }) => username === real.username)).toBe(FIRST_REPORTS_PER_DAY);
    expect(reports.map(({ urgency }) => urgency)).toEqual([
      ...Array(FIRST_REPORTS_PER_DAY + 1).fill(0),
      1,
      1,
      1,
      1,
    ]);
  });
});

describe("nobody without the right to decide touches files", () => {
  const removal = { action: "remove", reason: "nudity", note: "", removes: false } as const;

  test("of a report about themselves, about an admin, or that is closed", async () => {
    const { post, ada, eve, ctx } = await reporters();
    await report(ctx, { postId: post.id, reason: "nudity", details: "" });
    const id = String(await env.DB.prepare("SELECT id FROM abuse_reports").first("id"));
    const { desk } = await moderator();
    const deciders = [
      // The author, who has become a moderator, and a member whose session still says so.
      { ...contextOf({ ...eve, role: "moderator" as const }).ctx },
      { ...contextOf({ ...ada, role: "moderator" as const }).ctx },
    ];
    await env.DB.prepare("UPDATE users SET role = 'moderator' WHERE id = ?").bind(eve.id).run();
    for (const decider of deciders) {
      const [preserve, hashes] = [vi.spyOn(decider.media, "preserve"), vi.spyOn(decider.media, "hashes")];
      expect(await codeOf(decide(decider, id, removal))).not.toBeNull();
      for (const method of [preserve, hashes]) expect(method).not.toHaveBeenCalled();
    }
    await decide(desk, id, removal);
    const decision = String(
      await env.DB.prepare("SELECT id FROM moderation_log WHERE action = 'remove'").first("id"),
    );
    for (const decider of deciders) {
      const restore = vi.spyOn(decider.media, "restore");
      expect(await codeOf(review(decider, decision, { action: "undo", note: "" }))).not.toBeNull();
      expect(restore).not.toHaveBeenCalled();
    }
  });
});

test.each(["toString", "constructor", "__proto__", "hasOwnProperty"])(
  "the operator's tool takes no inherited name as a reason: %s",
  (reason) => {
    expect(() => commandNamed("suspend").prepare(["ada"], { reason }, memoryFiles())).toThrow(
      "--reason is one of spam",
    );
  },
);
