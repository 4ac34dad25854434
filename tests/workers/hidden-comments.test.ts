import { describe, expect, test } from "vitest";
import { dataUrl, errorOf, member } from "./client";
import { connect } from "./connect";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

/** A post with three comments by a connection of its owner. */
async function commented() {
  const [ada, grace, eve] = [await member("ada"), await member("grace"), await member("eve")];
  await connect(ada, grace);
  const { id } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
  const params = { id };
  const ids: string[] = [];
  for (const comment of ["One", "Two", "Three"])
    ids.push((await grace.call("addComment", { params, body: { comment, clientId: comment } })).id);
  const of = (commentId = "") => ({ params: { id, commentId } });
  const cardOf = async (by: typeof ada) => (await by.call("readFeed")).find((post) => post.id === id);
  const onCard = async (by: typeof ada) => (await cardOf(by))?.comments.map(({ comment }) => comment);
  return { ada, grace, eve, id, params, ids, of, cardOf, onCard };
}

const hiddenIn = (comments: { comment: string; isHidden: boolean }[]) =>
  comments.filter(({ isHidden }) => isHidden).map(({ comment }) => comment);

describe("a hidden comment", () => {
  test("is marked in the thread and missing on cards, for everybody", async () => {
    const { ada, grace, eve, params, ids, of, cardOf, onCard } = await commented();
    await ada.call("hideComment", of(ids[0]));
    await ada.call("hideComment", of(ids[0]));
    for (const by of [ada, grace, eve]) {
      expect(hiddenIn(await by.call("listComments", { params }))).toEqual(["One"]);
      const post = await by.call("readPost", { params });
      expect([hiddenIn(post.comments), post.comments.length, post.commentCount]).toEqual([["One"], 3, 3]);
    }
    for (const by of [ada, grace]) expect(await onCard(by)).toEqual(["Two", "Three"]);
    expect((await cardOf(grace))?.commentCount).toBe(3);
    await ada.call("unhideComment", of(ids[0]));
    await ada.call("unhideComment", of(ids[0]));
    expect(await onCard(grace)).toEqual(["One", "Two"]);
    expect(hiddenIn(await eve.call("listComments", { params }))).toEqual([]);
  });

  test("is returned as hidden for the repeated request of its author, who can delete it", async () => {
    const { ada, grace, id, params, ids, of } = await commented();
    await ada.call("hideComment", of(ids[1]));
    const body = { comment: "Two", clientId: "Two" };
    expect(await grace.call("addComment", { params, body })).toMatchObject({ id: ids[1], isHidden: true });
    await grace.call("deleteComment", of(ids[1]));
    expect((await ada.call("readPost", { params: { id } })).commentCount).toBe(2);
  });

  test("is the choice of the post's owner alone", async () => {
    const { ada, grace, eve, id, ids } = await commented();
    const message = "Only the post's owner can hide a comment.";
    for (const by of [grace, eve])
      for (const method of ["POST", "DELETE"]) {
        const reply = await by.send(method, `/api/posts/${id}/comments/${ids[0]}/hidden`);
        expect(await errorOf(reply)).toEqual({ status: 403, message });
      }
    const missing = await ada.send("POST", `/api/posts/${id}/comments/nothing/hidden`);
    expect(await errorOf(missing)).toEqual({ status: 404, message: "Comment not found" });
    await ada.call("blockMember", { params: { userId: eve.id } });
    expect((await eve.send("POST", `/api/posts/${id}/comments/${ids[0]}/hidden`)).status).toBe(404);
  });
});
