import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { MUTED_MEMBERS_MAX, MUTED_WORDS_MAX } from "~/contract/limits";
import { Tab } from "./channel";
import { type Client, dataUrl, errorOf, member } from "./client";
import { connect, insertMembers } from "./connect";

/** A reader with two connections. */
async function three() {
  const [ada, grace, eve] = [await member("ada"), await member("grace"), await member("eve")];
  await connect(ada, grace);
  await connect(ada, eve);
  const post = (by: Client, caption: string) =>
    by.call("createPost", { body: { mediaUrl: dataUrl, caption } });
  const comment = (by: Client, id: string, text: string) =>
    by.call("addComment", { params: { id }, body: { comment: text } });
  return { ada, grace, eve, post, comment };
}

const captionsOf = (posts: { caption: string }[]) => posts.map(({ caption }) => caption);
const textsOf = (comments: { comment: string }[]) => comments.map(({ comment }) => comment);

describe("a muted member", () => {
  test("is left out of feed, hashtags and comments, and nothing else", async () => {
    const { ada, grace, eve, post, comment } = await three();
    const own = await post(ada, "Mine #dusk");
    const theirs = await post(eve, "Theirs #dusk");
    await post(grace, "Other #dusk");
    await comment(eve, own.id, "From eve");
    await comment(grace, own.id, "From grace");
    await ada.call("muteMember", { params: { userId: eve.id } });
    await ada.call("muteMember", { params: { userId: eve.id } });

    expect(captionsOf(await ada.call("readFeed"))).toEqual(["Other #dusk", "Mine #dusk"]);
    const tagged = await ada.call("listTaggedPosts", { params: { tag: "dusk" } });
    expect(captionsOf(tagged).slice(0, 2)).toEqual(["Other #dusk", "Mine #dusk"]);
    const params = { id: own.id };
    for (const seen of [
      await ada.call("listComments", { params }),
      (await ada.call("readPost", { params })).comments,
      (await ada.call("readFeed")).find(({ id }) => id === own.id)?.comments ?? [],
    ])
      expect(textsOf(seen)).toEqual(["From grace"]);

    // The member does not notice, and both can ask for each other by name.
    expect(captionsOf(await eve.call("readFeed"))).toEqual(["Theirs #dusk", "Mine #dusk"]);
    expect((await eve.call("listComments", { params })).length).toBe(2);
    expect((await grace.call("listComments", { params })).length).toBe(2);
    const read = await ada.call("readPost", { params: { id: theirs.id } });
    expect(read.caption).toBe("Theirs #dusk");
    const profile = await ada.call("readProfile", { params: { username: eve.username } });
    expect([profile.isMuted, profile.posts.length]).toEqual([true, 1]);
    expect((await eve.call("readProfile", { params: { username: ada.username } })).isMuted).toBe(false);
    expect((await ada.call("listConnections")).length).toBe(2);
    await eve.call("sendMessage", { params: { userId: ada.id }, body: { content: "Still here" } });
    expect((await ada.call("countUnreadMessages")).count).toBe(1);

    expect((await ada.call("listMutes")).members.map(({ id }) => id)).toEqual([eve.id]);
    await ada.call("unmuteMember", { params: { userId: eve.id } });
    await ada.call("unmuteMember", { params: { userId: eve.id } });
    expect((await ada.call("readFeed")).length).toBe(3);
    expect(await ada.call("listMutes")).toEqual({ words: [], members: [] });
  });

  test("fills the pages of the feed with others", async () => {
    const { ada, grace, eve, post } = await three();
    for (const nth of [1, 2, 3]) {
      await post(grace, `Grace ${nth}`);
      await post(eve, `Eve ${nth}`);
    }
    await ada.call("muteMember", { params: { userId: eve.id } });
    const page = await ada.fetch("/api/feed?limit=2");
    expect(captionsOf(await page.json())).toEqual(["Grace 3", "Grace 2"]);
    const next = /<([^>]+)>/.exec(page.headers.get("Link") ?? "")?.[1] ?? "";
    expect(captionsOf(await (await ada.fetch(next)).json())).toEqual(["Grace 1"]);
  });

  test("causes no notification, except of the connection", async () => {
    const { ada, eve, post, comment } = await three();
    const own = await post(ada, "Mine");
    await ada.call("readAllNotifications");
    const before = await ada.call("listNotifications");
    await ada.call("muteMember", { params: { userId: eve.id } });
    const tab = await Tab.online(ada, ada.id);
    const params = { id: own.id };
    await eve.call("likePost", { params });
    await eve.call("savePost", { params });
    await comment(eve, own.id, `Hello @${ada.username}`);
    await post(eve, `With @${ada.username}`);
    await eve.call("sharePost", { params, body: { recipientId: ada.id } });
    expect(await ada.call("listNotifications")).toEqual(before);
    expect((await ada.call("countUnreadNotifications")).count).toBe(0);
    await eve.call("unlikePost", { params });
    await eve.call("likePost", { params });
    expect((await ada.call("readPost", { params })).likeCount).toBe(1);
    await eve.call("disconnect", { params: { userId: ada.id } });
    await eve.call("requestConnection", { params: { userId: ada.id } });
    expect((await ada.call("listNotifications"))[0]?.type).toBe("connection_request");
    await tab.settled();
    const received = tab.frames.filter(({ type }) => type === "notification" || type === "share_post");
    expect(received).toMatchObject([{ payload: { type: "connection_request" } }]);
    tab.close();
  });

  test("loses the notifications that are stored, read or not", async () => {
    const { ada, grace, eve, post, comment } = await three();
    const own = await post(ada, "Mine");
    const params = { id: own.id };
    await eve.call("likePost", { params });
    await comment(eve, own.id, "Lovely");
    await ada.call("readAllNotifications");
    await eve.call("savePost", { params });
    await eve.call("sharePost", { params, body: { recipientId: ada.id } });
    await grace.call("likePost", { params });
    await ada.call("muteMember", { params: { userId: eve.id } });
    const left = await ada.call("listNotifications");
    const fromEve = left.filter(({ fromUser }) => fromUser.id === eve.id);
    expect(fromEve.every(({ type }) => type.startsWith("connection"))).toBe(true);
    expect(left.some(({ fromUser, type }) => fromUser.id === grace.id && type === "like")).toBe(true);
    expect((await ada.call("countUnreadNotifications")).count).toBe(1);
    // The like is still there, and taking it back breaks nothing.
    expect((await ada.call("readPost", { params })).likeCount).toBe(2);
    await eve.call("unlikePost", { params });
    await eve.call("likePost", { params });
    expect((await ada.call("countUnreadNotifications")).count).toBe(1);
  });

  test("is somebody else who exists", async () => {
    const { ada, eve } = await three();
    const mute = (id: string) => ada.send("POST", `/api/mutes/members/${id}`);
    const message = "You cannot mute yourself.";
    expect(await errorOf(await mute(ada.id))).toMatchObject({ status: 422, message });
    expect(await errorOf(await mute("nobody"))).toEqual({ status: 404, message: "User not found" });
    await eve.call("blockMember", { params: { userId: ada.id } });
    expect((await mute(eve.id)).status).toBe(404);
  });

  test("is one of at most 500", async () => {
    const { ada, eve, grace } = await three();
    await insertMembers("muted", MUTED_MEMBERS_MAX - 1);
    await env.DB.prepare(
      "INSERT INTO mutes (muter_id, muted_id, created_at) SELECT ?, id, '' FROM users WHERE id LIKE 'muted%'",
    )
      .bind(ada.id)
      .run();
    await ada.call("muteMember", { params: { userId: eve.id } });
    const refused = await ada.send("POST", `/api/mutes/members/${grace.id}`);
    const message = "You can mute at most 500 members.";
    expect(await errorOf(refused)).toMatchObject({ status: 422, message });
    await ada.call("muteMember", { params: { userId: eve.id } });
    expect((await ada.call("listMutes")).members).toHaveLength(MUTED_MEMBERS_MAX);
  });
});

describe("a muted word", () => {
  test("hides others' posts in feed and hashtags, and their comments everywhere", async () => {
    const { ada, grace, post, comment } = await three();
    const own = await post(ada, "My kale #dusk");
    await post(grace, "Kale again #dusk");
    const described = await grace.call("createPost", {
      body: { mediaUrl: dataUrl, caption: "A bowl #dusk", altText: "A bowl of kale" },
    });
    const shown = await post(grace, "A kaleidoscope #dusk");
    await comment(grace, own.id, "Kale? No.");
    await comment(grace, own.id, "Lovely");
    await comment(ada, own.id, "Kale!");
    expect(await ada.call("muteWord", { body: { word: "Kale" } })).toEqual({ words: ["kale"] });
    expect(await ada.call("muteWord", { body: { word: "KALE" } })).toEqual({ words: ["kale"] });

    const expected = ["A kaleidoscope #dusk", "My kale #dusk"];
    expect(captionsOf(await ada.call("readFeed"))).toEqual(expected);
    const tagged = await ada.call("listTaggedPosts", { params: { tag: "dusk" } });
    // Under them are posts of earlier tests.
    expect(captionsOf(tagged).slice(0, 2)).toEqual(expected);
    const params = { id: own.id };
    const read = await ada.call("readPost", { params });
    expect(textsOf(read.comments)).toEqual(["Lovely", "Kale!"]);
    expect(read).toMatchObject({ commentCount: 3, hiddenComments: 1 });
    expect(textsOf(await ada.call("listComments", { params }))).toEqual(["Lovely", "Kale!"]);
    // Posts that the member asks for by address are shown.
    expect((await ada.call("readPost", { params: { id: described.id } })).altText).toBe("A bowl of kale");
    expect((await grace.call("listComments", { params })).length).toBe(3);
    expect((await ada.call("readFeed"))[0]?.id).toBe(shown.id);

    await ada.call("unmuteWord", { params: { word: "kale" } });
    await ada.call("unmuteWord", { params: { word: encodeURIComponent("?!") } });
    expect((await ada.call("readFeed")).length).toBe(4);
  });

  test("keeps the cursors of pages that it empties", async () => {
    const { ada, grace, post, comment } = await three();
    const own = await post(ada, "Mine");
    for (const text of ["kale 1", "kale 2", "last"]) await comment(grace, own.id, text);
    await ada.call("muteWord", { body: { word: "kale" } });
    const page = await ada.fetch(`/api/posts/${own.id}/comments?limit=2`);
    expect(await page.json()).toEqual([]);
    const next = /<([^>]+)>/.exec(page.headers.get("Link") ?? "")?.[1] ?? "";
    expect(textsOf(await (await ada.fetch(next)).json())).toEqual(["last"]);
  });

  test("keeps comments and mentions with it from notifying", async () => {
    const { ada, grace, eve, post, comment } = await three();
    const own = await post(ada, "Mine");
    await ada.call("muteWord", { body: { word: "new york" } });
    await ada.call("readAllNotifications");
    const count = async () => (await ada.call("countUnreadNotifications")).count;
    await comment(grace, own.id, "New-York!");
    const theirs = await post(grace, `New York with @${ada.username} and @${eve.username}`);
    await comment(eve, theirs.id, `@${ada.username} in New York`);
    expect(await count()).toBe(0);
    expect((await eve.call("countUnreadNotifications")).count).toBeGreaterThan(0);
    await comment(grace, own.id, "Newark");
    await post(grace, `Oslo with @${ada.username}`);
    expect(await count()).toBe(2);
    const params = { id: theirs.id };
    await grace.call("editPost", { params, body: { caption: `York with @${ada.username}` } });
    // The caption mentioned the member before.
    expect(await count()).toBe(2);
  });

  test("is one of at most 50", async () => {
    const { ada } = await three();
    for (let nth = 0; nth < MUTED_WORDS_MAX; nth += 1)
      await ada.call("muteWord", { body: { word: `w${nth}` } });
    const message = "You can mute at most 50 words.";
    const refused = await ada.send("POST", "/api/mutes/words", { word: "more" });
    expect(await errorOf(refused)).toEqual({ status: 422, message, errors: { word: [message] } });
    expect((await ada.call("muteWord", { body: { word: "w7" } })).words).toHaveLength(MUTED_WORDS_MAX);
    await ada.call("unmuteWord", { params: { word: "w7" } });
    expect((await ada.call("muteWord", { body: { word: "more" } })).words.at(-1)).toBe("more");
  });

  test("has a letter, a digit or an emoji", async () => {
    const { ada } = await three();
    const message = "Please enter a word";
    for (const body of [{}, { word: "" }, { word: "—" }]) {
      const reply = await ada.send("POST", "/api/mutes/words", body);
      expect(await errorOf(reply)).toEqual({ status: 422, message, errors: { word: [message] } });
    }
  });
});
