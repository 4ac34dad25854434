import { env } from "cloudflare:test";
import { expect, inject, test } from "vitest";
import { inEnglish } from "~/contract/messages";
import { FRAME_UNKNOWN } from "~/contract/post-texts";
import { errorOf, member } from "./client";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

/** Returns a member and the photos of a set. */
async function memberWithPhotos() {
  const ada = await member("ada");
  const photos = [];
  for (const name of ["small", "journey0"] as const) {
    const form = new FormData();
    form.set("file", new Blob([Buffer.from(inject("photos")[name] ?? "", "base64")]), "a.jpg");
    const { url } = await (await ada.send("POST", "/api/media", form)).json<{ url: string }>();
    photos.push({ mediaUrl: url, altText: "" });
  }
  return { ada, photos };
}

const storedFrame = (id: string) =>
  env.DB.prepare("SELECT frame FROM posts WHERE id = ?").bind(id).first<string | null>("frame");

test("a set has the frame that its author chooses, in every view, and can get another one", async () => {
  const { ada, photos } = await memberWithPhotos();
  const post = await ada.call("createPost", { body: { photos, frame: "4:5" } });
  expect(post.frame).toBe("4:5");
  const params = { id: post.id };
  expect(await ada.call("readPost", { params })).toEqual(post);
  expect((await ada.call("readFeed"))[0]?.frame).toBe("4:5");

  expect((await ada.call("editPost", { params, body: { caption: "Words" } })).frame).toBe("4:5");
  const edited = await ada.call("editPost", { params, body: { frame: "16:9" } });
  expect(edited).toMatchObject({ frame: "16:9", caption: "Words" });
  const original = await ada.call("editPost", { params, body: { frame: "original" } });
  expect(original).not.toHaveProperty("frame");
  expect(await storedFrame(post.id)).toBeNull();
});

test("a set without a choice, the original and a single photo have no frame of their own", async () => {
  const { ada, photos } = await memberWithPhotos();
  const unchosen = await ada.call("createPost", { body: { photos } });
  expect(unchosen).not.toHaveProperty("frame");
  const original = await ada.call("createPost", { body: { photos, frame: "original" } });
  expect(original).not.toHaveProperty("frame");
  const [{ mediaUrl } = { mediaUrl: "" }] = photos;
  const single = await ada.call("createPost", { body: { mediaUrl, frame: "1:1" } });
  expect(single).not.toHaveProperty("frame");
  const params = { id: single.id };
  expect(await ada.call("editPost", { params, body: { frame: "1:1" } })).not.toHaveProperty("frame");
  expect(await storedFrame(single.id)).toBeNull();
});

test.each([["2:1"], [""], [1], [null], ["original "], [["4:5"]]])("refuses the frame %j", async (frame) => {
  const { ada, photos } = await memberWithPhotos();
  expect(await errorOf(await ada.send("POST", "/api/posts", { photos, frame }))).toMatchObject({
    status: 422,
  });
  const { id } = await ada.call("createPost", { body: { photos, frame: "3:2" } });
  const refused = await errorOf(await ada.send("PATCH", `/api/posts/${id}`, { frame }));
  expect(refused).toMatchObject({ status: 422, message: inEnglish(FRAME_UNKNOWN) });
  expect((await ada.call("readPost", { params: { id } })).frame).toBe("3:2");
});
