import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { decisionInput } from "~/contract/moderation";
import { decide } from "~/domain/moderation/decide";
import { review } from "~/domain/moderation/review";
import { dataUrl, errorOf, member } from "./client";
import { twoConnected } from "./connect";
import { contextOf } from "./context-of";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

const sensitive = { mediaUrl: dataUrl, caption: "Scars #skin", isSensitive: true };

/** An author with a covered post and an open one, and a connection. */
async function two() {
  const [ada, grace] = await twoConnected();
  const open = await ada.call("createPost", { body: { mediaUrl: dataUrl, caption: "Dusk #skin" } });
  const covered = await ada.call("createPost", { body: sensitive });
  return { ada, grace, open, covered };
}

const idsOf = (posts: { id: string }[]) => posts.map(({ id }) => id);

describe("the cover of an owner", () => {
  test("shows in every view of the post", async () => {
    const { ada, grace, open, covered } = await two();
    const coverIn = (posts: { id: string; cover: string | null }[]) =>
      posts.find(({ id }) => id === covered.id)?.cover;
    expect([open.cover, covered.cover]).toEqual([null, "owner"]);
    await grace.call("savePost", { params: { id: covered.id } });
    for (const posts of [
      await grace.call("readFeed"),
      await ada.call("readFeed"),
      await grace.call("listTaggedPosts", { params: { tag: "skin" } }),
      await grace.call("listSavedPosts"),
      await grace.call("listProfilePosts", { params: { username: ada.username } }),
      (await grace.call("readProfile", { params: { username: ada.username } })).posts,
      [await grace.call("readPost", { params: { id: covered.id } })],
    ])
      expect(coverIn(posts)).toBe("owner");
    const tiles = await grace.call("listProfilePosts", { params: { username: ada.username } });
    expect(tiles.find(({ id }) => id === open.id)?.cover).toBeNull();
  });

  test("is changed by an edit, which is no change of the texts", async () => {
    const { ada, grace, open } = await two();
    const params = { id: open.id };
    const edited = await ada.call("editPost", { params, body: { isSensitive: true } });
    expect(edited).toMatchObject({ cover: "owner", editedAt: null, caption: "Dusk #skin" });
    const refused = await grace.send("PATCH", `/api/posts/${open.id}`, { isSensitive: false });
    expect(refused.status).toBe(403);
    await ada.call("editPost", { params, body: { caption: "Dawn" } });
    expect(await grace.call("readPost", { params })).toMatchObject({ cover: "owner", caption: "Dawn" });
    expect((await ada.call("editPost", { params, body: { isSensitive: false } })).cover).toBeNull();
  });

  test("is a boolean", async () => {
    const { ada } = await two();
    const message = "The request body has the wrong shape.";
    for (const isSensitive of ["yes", 1, null]) {
      const reply = await ada.send("POST", "/api/posts", { mediaUrl: dataUrl, isSensitive });
      expect(await errorOf(reply)).toMatchObject({ status: 400, message });
    }
  });
});

describe("members choose how they see sensitive photos", () => {
  test("one who hides them gets feed and hashtags without those of others, with the same cursors", async () => {
    const { ada, grace, open, covered } = await two();
    const own = await grace.call("createPost", { body: sensitive });
    expect(await grace.call("setSensitivePhotos", { body: { mode: "hide" } })).toEqual({ mode: "hide" });
    const tag = { params: { tag: "skin" } };
    expect(idsOf(await grace.call("readFeed"))).toEqual([own.id, open.id]);
    // Under the posts of earlier tests.
    expect(idsOf(await grace.call("listTaggedPosts", tag)).slice(0, 2)).toEqual([own.id, open.id]);
    const page = await grace.fetch(`/api/tags/skin/posts?limit=1&cursor=${own.id}`);
    expect(await page.json()).toEqual([]);
    expect(page.headers.get("Link")).toContain(`cursor=${covered.id}`);
    // Everything that the member asks for by name stays.
    expect((await grace.call("readPost", { params: { id: covered.id } })).cover).toBe("owner");
    expect(idsOf((await grace.call("readProfile", { params: { username: ada.username } })).posts)).toContain(
      covered.id,
    );
    for (const mode of ["show", "cover"]) {
      await grace.call("setSensitivePhotos", { body: { mode } });
      expect(idsOf(await grace.call("readFeed"))).toEqual([own.id, covered.id, open.id]);
    }
  });

  test("in one of three ways", async () => {
    const { grace } = await two();
    const message = "Please choose how to show sensitive photos.";
    for (const body of [{}, { mode: "blur" }]) {
      const reply = await grace.send("POST", "/api/feed/sensitive", body);
      expect(await errorOf(reply)).toEqual({ status: 422, message, errors: { mode: [message] } });
    }
  });
});

describe("the cover of a moderator", () => {
  async function reported() {
    const { ada, grace, open, covered } = await two();
    const mo = await member("mo", "moderator");
    const { ctx } = contextOf(mo);
    const reportOf = async (body: Record<string, string>) => {
      await grace.call("report", { body: { reason: "nudity", ...body } });
      const row = await env.DB.prepare("SELECT id FROM abuse_reports WHERE reporter_id = ? ORDER BY id DESC")
        .bind(grace.id)
        .first<{ id: string }>();
      return row?.id ?? "";
    };
    const cover = async (postId: string) =>
      decide(ctx, await reportOf({ postId }), decisionInput.parse({ action: "cover", reason: "nudity" }));
    const lastDecision = async (action = "cover") =>
      (
        await env.DB.prepare(
          "SELECT id FROM moderation_log WHERE member_id = ? AND action = ? ORDER BY id DESC",
        )
          .bind(ada.id, action)
          .first<{ id: string }>()
      )?.id ?? "";
    const undo = (id: string) => review(ctx, id, { action: "undo", note: "" });
    return { ada, grace, open, covered, ctx, reportOf, cover, lastDecision, undo };
  }

  test("is shown to everybody and stays when the owner edits the post", async () => {
    const { ada, grace, open, cover } = await reported();
    const params = { id: open.id };
    await cover(open.id);
    expect((await grace.call("readFeed")).find(({ id }) => id === open.id)?.cover).toBe("moderator");
    const refused = await ada.send("PATCH", `/api/posts/${open.id}`, { isSensitive: false, caption: "No" });
    expect(await errorOf(refused)).toEqual({ status: 403, message: "A moderator has covered this photo." });
    const edited = await ada.call("editPost", { params, body: { caption: "Dawn" } });
    expect(edited).toMatchObject({ cover: "moderator", caption: "Dawn" });
  });

  test("ends with its decision, and leaves the owner's cover", async () => {
    const { ada, covered, open, cover, lastDecision, undo } = await reported();
    const coverOf = async (id: string) => (await ada.call("readPost", { params: { id } })).cover;
    for (const [id, before] of [
      [covered.id, "owner"],
      [open.id, null],
    ] as const) {
      await cover(id);
      expect(await coverOf(id)).toBe("moderator");
      await undo(await lastDecision());
      expect(await coverOf(id)).toBe(before);
    }
  });

  test("stays while another decision has it too", async () => {
    const { ada, open, cover, lastDecision, undo } = await reported();
    await cover(open.id);
    const first = await lastDecision();
    await cover(open.id);
    await undo(first);
    expect((await ada.call("readPost", { params: { id: open.id } })).cover).toBe("moderator");
    await undo(await lastDecision());
    expect((await ada.call("readPost", { params: { id: open.id } })).cover).toBeNull();
  });

  test("is for posts that are stored", async () => {
    const { ada, ctx, open, reportOf } = await reported();
    const decision = decisionInput.parse({ action: "cover", reason: "nudity" });
    await expect(decide(ctx, await reportOf({ userId: ada.id }), decision)).rejects.toMatchObject({
      code: "invalid",
      message: "Only the photo of a post can be covered.",
    });
    const id = await reportOf({ postId: open.id });
    await ada.call("deletePost", { params: { id: open.id } });
    await expect(decide(ctx, id, decision)).rejects.toMatchObject({ code: "conflict" });
  });

  test("and the owner's outlive the removal of the post and its return", async () => {
    const { ada, ctx, covered, cover, reportOf, lastDecision, undo } = await reported();
    await cover(covered.id);
    const remove = decisionInput.parse({ action: "remove", reason: "nudity" });
    await decide(ctx, await reportOf({ postId: covered.id }), remove);
    await undo(await lastDecision("remove"));
    const row = () =>
      env.DB.prepare("SELECT is_sensitive, is_covered FROM posts WHERE id = ?").bind(covered.id).first();
    expect(await row()).toEqual({ is_sensitive: 1, is_covered: 1 });
    expect((await ada.call("readPost", { params: { id: covered.id } })).cover).toBe("moderator");
  });
});
