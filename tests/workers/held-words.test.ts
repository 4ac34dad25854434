import { env } from "cloudflare:test";
import { afterEach, expect, test } from "vitest";
import { AppError } from "~/contract/errors";
import type { Role } from "~/contract/moderation";
import type { MemberCtx } from "~/domain/context";
import { decide } from "~/domain/moderation/decide";
import { changeHeldWords } from "~/domain/moderation/held-words";
import { createPost } from "~/domain/posts/create-post";
import { editPost } from "~/domain/posts/edit-post";
import { admin } from "./admin-command";
import { dataUrl as mediaUrl, member } from "./client";
import { contextOf } from "./context-of";

afterEach(() => env.DB.prepare("DELETE FROM held_words").run());

/** Returns a new member's client and context, whose deferred work is awaited by `after`. */
async function author(role: Role = "member") {
  const one = await member("ada", role);
  const { deferred, ...rest } = contextOf(one);
  const ctx: MemberCtx = { ...rest.ctx, imageSafety: null };
  const after = async <T>(run: Promise<T>): Promise<T> => {
    const result = await run;
    await Promise.all(deferred.splice(0));
    return result;
  };
  return {
    one,
    ctx,
    after,
    post: (caption: string, altText = "") => after(createPost(ctx, { mediaUrl, caption, altText })),
  };
}

const isThere = async ({ id }: { id: string }) =>
  (await env.DB.prepare("SELECT 1 FROM posts WHERE id = ?").bind(id).first()) !== null;
const reportOf = ({ id }: { id: string }) =>
  env.DB.prepare("SELECT id, reporter_id, details, closed_at FROM abuse_reports WHERE subject_id = ?")
    .bind(id)
    .first<{ id: string; reporter_id: string; details: string; closed_at: string | null }>();

test("a new post with a word of the list is held, its author is notified, and the queue names the word", async () => {
  await admin("hold-word", ["Café"]);
  const { one, post } = await author();
  expect(await isThere(await post("A cafeteria"))).toBe(true);
  const held = await post("The best CAFÉ, ever");
  expect(await isThere(held)).toBe(false);
  expect(await reportOf(held)).toMatchObject({
    reporter_id: "word check",
    details: "Held because of “cafe”: nobody sees the post until a moderator decides.",
    closed_at: null,
  });
  expect(await one.call("listNotifications")).toMatchObject([{ type: "moderation" }]);
  const { ctx: mo } = await author("moderator");
  await decide(mo, (await reportOf(held))?.id ?? "", {
    action: "dismiss",
    reason: "other",
    note: "",
    removes: false,
  });
  expect(await isThere(held)).toBe(true);
  // The same photo can be shared again: only the words were wrong.
  expect(await isThere(await post("A library"))).toBe(true);
});

test.each([
  ["عنوان", "هذا عُنْوَان جديد"],
  ["写真", "夕焼けの写真です"],
  ["łódź", "Piękna ŁÓDŹ"],
  ["two words", "Just Two  words."],
])("finds %s as whole words of %s", async (word, caption) => {
  await admin("hold-word", [word]);
  const { post } = await author();
  expect(await isThere(await post(caption))).toBe(false);
});

test("looks at alt texts and at edits, for words that the post did not have", async () => {
  const { ctx, after, post } = await author();
  const old = await post("About spam");
  await admin("hold-word", ["spam"]);
  expect(await isThere(await post("Fine", "A can of spam"))).toBe(false);
  await after(editPost(ctx, old.id, { caption: "About spam, again" }));
  expect(await isThere(old)).toBe(true);
  await admin("hold-word", ["ham"]);
  await after(editPost(ctx, old.id, { caption: "About spam and ham" }));
  expect(await isThere(old)).toBe(false);
});

test("holds no post of a moderator or an admin", async () => {
  await admin("hold-word", ["spam"]);
  for (const role of ["moderator", "admin"] as const)
    expect(await isThere(await (await author(role)).post("spam"))).toBe(true);
});

test("only admins change the list, each change is logged once, and the operator does the same", async () => {
  const change = (ctx: MemberCtx, action: "hold" | "allow") =>
    changeHeldWords(ctx, { action, word: "spam" }).then(
      () => null,
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    );
  const { ctx: root } = await author("admin");
  expect(await change((await author()).ctx, "hold")).toBe("not_found");
  expect(await change((await author("moderator")).ctx, "hold")).toBe("forbidden");
  for (const action of ["hold", "hold", "allow", "allow"] as const)
    expect(await change(root, action)).toBeNull();
  const { results } = await env.DB.prepare(
    "SELECT action, member_name FROM moderation_log WHERE actor_id = ? ORDER BY id",
  )
    .bind(root.viewer.id)
    .all();
  expect(results).toEqual([
    { action: "hold_word", member_name: "spam" },
    { action: "allow_word", member_name: "spam" },
  ]);
  await admin("hold-word", ["Spam"]);
  expect(await admin("words")).toEqual([{ word: "spam" }]);
  await admin("allow-word", ["spam"]);
  expect(await admin("words")).toEqual([]);
});
