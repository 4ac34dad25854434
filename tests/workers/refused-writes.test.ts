import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { type Call, type CallName, calls } from "~/contract/calls";
import { dataUrl, member } from "./client";
import { connect } from "./connect";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

const TABLES = ["posts", "post_comments", "notices", "abuse_reports", "media", "ai_images", "ai_uses"];

/** Returns all rows that the writes below could change. */
async function stored(): Promise<unknown[]> {
  const results = await env.DB.batch(TABLES.map((name) => env.DB.prepare(`SELECT * FROM ${name}`)));
  return results.map((one) => one.results);
}

/**
 * Grace's post with her comment, Ada's post and AI image, and a post by Eve, who is connected with Grace and lets only
 * connections comment.
 */
async function cast() {
  const [ada, grace, eve] = [await member("ada"), await member("grace"), await member("eve")];
  await connect(eve, grace);
  const post = await grace.call("createPost", { body: { mediaUrl: dataUrl } });
  const comment = await grace.call("addComment", { params: { id: post.id }, body: { comment: "Hello" } });
  const closed = await eve.call("createPost", { body: { mediaUrl: dataUrl } });
  await eve.call("setCommenters", { body: { from: "connections" } });
  const own = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
  const image = await ada.call("generateImage", { body: { prompt: "A harbour at dusk" } });
  return { ada, grace, eve, post, comment, closed, own, image };
}

type Cast = Awaited<ReturnType<typeof cast>>;
type Wanted = { params?: Record<string, string>; body?: unknown };

/** Writes that Ada may not make, with the status of the refusal. */
const refused: [what: string, name: CallName, status: number, wanted: (cast: Cast) => Wanted][] = [
  ["another member's post", "deletePost", 403, ({ post }) => ({ params: { id: post.id } })],
  ["an unknown post", "deletePost", 404, () => ({ params: { id: "unknown" } })],
  [
    "another member's comment on another member's post",
    "deleteComment",
    403,
    ({ post, comment }) => ({ params: { id: post.id, commentId: comment.id } }),
  ],
  [
    "a post of a member who lets only connections comment",
    "addComment",
    403,
    ({ closed }) => ({ params: { id: closed.id }, body: { comment: "Hello @grace" } }),
  ],
  [
    "a comment on another member's post",
    "hideComment",
    403,
    ({ post, comment }) => ({ params: { id: post.id, commentId: comment.id } }),
  ],
  [
    "a comment by the address of another post",
    "likeComment",
    404,
    ({ own, comment }) => ({ params: { id: own.id, commentId: comment.id } }),
  ],
  [
    "a comment by the address of another post",
    "hideComment",
    404,
    ({ own, comment }) => ({ params: { id: own.id, commentId: comment.id } }),
  ],
  [
    "a comment by the address of another post",
    "deleteComment",
    404,
    ({ own, comment }) => ({ params: { id: own.id, commentId: comment.id } }),
  ],
  [
    "another member's comment",
    "editComment",
    403,
    ({ post, comment }) => ({
      params: { id: post.id, commentId: comment.id },
      body: { comment: "Mine, @grace" },
    }),
  ],
  [
    "a comment on another member's post",
    "pinComment",
    403,
    ({ post, comment }) => ({ params: { id: post.id, commentId: comment.id } }),
  ],
  [
    "a comment by the address of another post",
    "pinComment",
    404,
    ({ own, comment }) => ({ params: { id: own.id, commentId: comment.id } }),
  ],
  [
    "another member's post",
    "editPost",
    403,
    ({ post }) => ({ params: { id: post.id }, body: { caption: "Mine" } }),
  ],
  [
    "a post with a member who is no connection",
    "sharePost",
    403,
    ({ own, grace }) => ({ params: { id: own.id }, body: { recipientId: grace.id } }),
  ],
  ["an own post", "report", 422, ({ own }) => ({ body: { postId: own.id, reason: "spam" } })],
  ["oneself", "report", 422, ({ ada }) => ({ body: { userId: ada.id, reason: "spam" } })],
  ["an unknown member", "report", 404, () => ({ body: { userId: "unknown", reason: "spam" } })],
  [
    "another member's photo",
    "editImage",
    422,
    ({ post }) => ({ body: { image: post.mediaUrl, prompt: "warmer" } }),
  ],
  [
    "another member's photo",
    "styleImage",
    422,
    ({ post }) => ({ body: { image: post.mediaUrl, style: "ghibli" } }),
  ],
  ["another member's photo", "suggestAltText", 422, ({ post }) => ({ body: { image: post.mediaUrl } })],
  ["another member's photo", "saveAiAddress", 422, ({ post }) => ({ body: { imageUrl: post.mediaUrl } })],
];

test.each(refused)("%s: %s is refused with %i and changes no row", async (_, name, status, wanted) => {
  const world = await cast();
  const before = await stored();
  const { method, path }: Call = calls[name];
  const { params = {}, body } = wanted(world);
  const address = path.replace(/\{(\w+)\}/g, (_match, key: string) => params[key] ?? "");
  expect((await world.ada.send(method, address, body)).status).toBe(status);
  expect(await stored()).toEqual(before);
});

test("a post of a member who has blocked the viewer is not shared", async () => {
  const { ada, grace, eve, post } = await cast();
  await connect(ada, eve);
  await grace.call("blockMember", { params: { userId: ada.id } });
  const before = await stored();
  const body = { recipientId: eve.id };
  expect((await ada.send("POST", `/api/posts/${post.id}/share`, body)).status).toBe(404);
  expect(await stored()).toEqual(before);
});

test("an alt text from a known prompt reserves no use", async () => {
  const { ada, image } = await cast();
  const before = await stored();
  const { altText } = await ada.call("suggestAltText", { body: { image: image.imageUrl } });
  expect(altText).toBe("AI image of: A harbour at dusk");
  expect(await stored()).toEqual(before);
});

test("a stored photo of the viewer's reserves one use for each tool", async () => {
  const { ada, own } = await cast();
  const uses = async () =>
    (await env.DB.prepare("SELECT id FROM ai_uses WHERE user_id = ?").bind(ada.id).all()).results;
  const before = (await uses()).length;
  await ada.call("suggestAltText", { body: { image: own.mediaUrl } });
  expect(await uses()).toHaveLength(before + 1);
  const edited = await ada.call("editImage", { body: { image: own.mediaUrl, prompt: "warmer" } });
  expect(edited.sourceImageUrl).toBe(own.mediaUrl);
  expect(await uses()).toHaveLength(before + 2);
});
