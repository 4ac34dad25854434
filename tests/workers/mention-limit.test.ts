import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { LINKS_MAX } from "~/contract/text-links";
import { dataUrl, member } from "./client";
import { insertMembers } from "./connect";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

const ONE_EDIT = 12;

beforeAll(() => insertMembers("named", 4 * ONE_EDIT));

/** Returns a text for each edit, with mentions of members whom no other one mentions. */
const texts = [0, 1, 2, 3].map((edit) =>
  Array.from({ length: ONE_EDIT }, (_, n) => `@named${edit * ONE_EDIT + n + 1}`).join(" "),
);

const notified = async (postId: string, condition: string) => {
  const { results } = await env.DB.prepare(
    `SELECT u.username AS name FROM notices n JOIN users u ON u.key = n.member
     WHERE n.type = 'mention' AND n.post_id = ? AND n.comment_id IS ${condition} ORDER BY n.member`,
  )
    .bind(postId)
    .all<{ name: string }>();
  return results.map(({ name }) => name);
};

describe("mentions notify as many members as one text can mention, however often it is edited,", () => {
  test("in a comment and in a caption, each by itself", async () => {
    const ada = await member("ada");
    const [first, ...edits] = texts;
    const { id } = await ada.call("createPost", { body: { mediaUrl: dataUrl, caption: first } });
    const params = { id };
    const { id: commentId } = await ada.call("addComment", { params, body: { comment: String(first) } });
    const counts: number[][] = [];
    for (const text of [...edits, ...texts]) {
      await ada.call("editPost", { params, body: { caption: text } });
      await ada.call("editComment", { params: { id, commentId }, body: { comment: text } });
      counts.push([(await notified(id, "NULL")).length, (await notified(id, "NOT NULL")).length]);
    }
    const [second, ...later] = counts;
    expect(second).toEqual([2 * ONE_EDIT, 2 * ONE_EDIT]);
    expect(later).toEqual(later.map(() => [LINKS_MAX, LINKS_MAX]));
    expect(new Set(await notified(id, "NULL")).size).toBe(LINKS_MAX);
    // Another comment has its own.
    const other = await ada.call("addComment", { params, body: { comment: "Look" } });
    await ada.call("editComment", { params: { id, commentId: other.id }, body: { comment: String(first) } });
    expect(await notified(id, "NOT NULL")).toHaveLength(LINKS_MAX + ONE_EDIT);
  });
});
