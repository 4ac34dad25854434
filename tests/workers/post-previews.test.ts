import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { newId } from "~/contract/ids";
import { POST_PREVIEWS_MAX, PREVIEW_CAPTION_MAX } from "~/contract/limits";
import { decisionInput } from "~/contract/moderation";
import { decide } from "~/domain/moderation/decide";
import { type Client, dataUrl, type Member, member } from "./client";
import { connect } from "./connect";
import { contextOf } from "./context-of";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

const post = (by: Client, more: object = {}) =>
  by.call("createPost", { body: { mediaUrl: dataUrl, ...more } });

const previewsOf = async (by: Client, ids: readonly string[]) =>
  (await by.fetch(`/api/posts/previews?ids=${ids.map(encodeURIComponent).join(",")}`)).json<
    { id: string; caption: string; cover: string | null }[]
  >();

const idsSeenBy = async (by: Client, ids: readonly string[]) =>
  (await previewsOf(by, ids)).map(({ id }) => id).sort();

describe("previews of posts", () => {
  test("have the photo's facts, the author and the beginning of the caption", async () => {
    const [ada, bo] = [await member("ada"), await member("bo")];
    const caption = "🌅".repeat(PREVIEW_CAPTION_MAX + 1);
    const { id, mediaUrl, width, height, placeholder, color } = await post(ada, {
      caption,
      altText: "A harbour",
    });
    expect(await previewsOf(bo, [id])).toEqual([
      {
        id,
        username: ada.username,
        caption: "🌅".repeat(PREVIEW_CAPTION_MAX),
        mediaUrl,
        width,
        height,
        placeholder,
        color,
        altText: "A harbour",
        cover: null,
      },
    ]);
  });

  test("leave out what the viewer may not see, what was deleted, and what never existed", async () => {
    const [ada, friend, stranger, blocked] = [
      await member("ada"),
      await member("friend"),
      await member("stranger"),
      await member("blocked"),
    ];
    await connect(ada, friend);
    await ada.call("blockMember", { params: { userId: blocked.id } });
    const open = (await post(ada)).id;
    const closed = (await post(ada, { visibility: "connections" })).id;
    const deleted = (await post(ada)).id;
    await ada.call("deletePost", { params: { id: deleted } });
    const all = [open, closed, deleted, newId()];
    const seenBy = (who: Member) => idsSeenBy(who, all);
    expect(await seenBy(ada)).toEqual([open, closed].sort());
    expect(await seenBy(friend)).toEqual([open, closed].sort());
    expect(await seenBy(stranger)).toEqual([open]);
    expect(await seenBy(blocked)).toEqual([]);
  });

  test("leave out posts of muted members and with muted words, but never own ones", async () => {
    const [ada, bo, cy] = [await member("ada"), await member("bo"), await member("cy")];
    const [kale, dusk, ofBo, own] = [
      (await post(ada, { altText: "Kale in a bowl" })).id,
      (await post(ada, { caption: "Dusk" })).id,
      (await post(bo)).id,
      (await post(cy, { caption: "Kale" })).id,
    ];
    await cy.call("muteWord", { body: { word: "kale" } });
    await cy.call("muteMember", { params: { userId: bo.id } });
    expect(await idsSeenBy(cy, [kale, dusk, ofBo, own])).toEqual([dusk, own].sort());
  });

  test("name the cover of a sensitive photo, and leave it out for a viewer who hides such posts", async () => {
    const [ada, bo] = [await member("ada"), await member("bo")];
    const { id } = await post(ada, { isSensitive: true });
    expect(await previewsOf(bo, [id])).toMatchObject([{ cover: "owner" }]);
    await bo.call("setSensitivePhotos", { body: { mode: "hide" } });
    expect(await previewsOf(bo, [id])).toEqual([]);
    expect(await previewsOf(ada, [id])).toMatchObject([{ cover: "owner" }]);
  });

  test("are those of the first 20 distinct ids", async () => {
    const ada = await member("ada");
    const ids = await Promise.all(
      Array.from({ length: POST_PREVIEWS_MAX + 1 }, async () => (await post(ada)).id),
    );
    const twice = [ids[0] ?? "", ...ids];
    expect(await idsSeenBy(ada, twice)).toEqual(ids.slice(0, POST_PREVIEWS_MAX).sort());
  });

  test.each(["", ",", "x", "' OR 1=1 --", "é".repeat(500), "[]", "\u0000"])("of %j are none", async (ids) => {
    const ada = await member("ada");
    expect(await previewsOf(ada, [ids])).toEqual([]);
  });

  // The last one, because the removed photo cannot be uploaded again.
  test("lack a post that a moderator has removed", async () => {
    const [ada, bo, mo] = [await member("ada"), await member("bo"), await member("mo", "moderator")];
    const { id } = await post(ada, { caption: "Buy my pills" });
    expect(await idsSeenBy(bo, [id])).toEqual([id]);
    await bo.call("report", { body: { postId: id, reason: "spam" } });
    const { ctx } = contextOf(mo);
    const report = await env.DB.prepare("SELECT id FROM abuse_reports WHERE subject_id = ?")
      .bind(id)
      .first<string>("id");
    await decide(ctx, report ?? "", decisionInput.parse({ action: "remove", reason: "spam" }));
    expect(await idsSeenBy(bo, [id])).toEqual([]);
  });
});
