import { env } from "cloudflare:test";
import { expect, inject, test } from "vitest";
import { errorOf, dataUrl as mediaUrl } from "./client";
import { twoConnected } from "./connect";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

const camera = {
  make: "FUJIFILM",
  model: "X-T5",
  lens: "XF35mmF1.4 R",
  focalLength: 35,
  aperture: 1.4,
  exposureTime: 0.004,
  iso: 400,
};

test("a post shows the camera data that its author sends, in every view; another post has none", async () => {
  const [ada, grace] = await twoConnected();
  const plain = await ada.call("createPost", { body: { mediaUrl, camera: null } });
  expect(plain).not.toHaveProperty("camera");
  const body = { mediaUrl, camera, caption: "#bydaylight", clientId: "camera-1" };
  const post = await ada.call("createPost", { body });
  expect(post.camera).toEqual(camera);
  expect(await ada.call("createPost", { body })).toEqual(post);
  await grace.call("savePost", { params: { id: post.id } });
  for (const posts of [
    await ada.call("readFeed"),
    await grace.call("readFeed"),
    await grace.call("listTaggedPosts", { params: { tag: "bydaylight" } }),
    await grace.call("listSavedPosts"),
    [await grace.call("readPost", { params: { id: post.id } })],
  ])
    expect(posts.find(({ id }) => id === post.id)?.camera).toEqual(camera);
  const [, older] = await grace.call("readFeed");
  expect(older).not.toHaveProperty("camera");
});

test("a post of several photos has the data of the first one", async () => {
  const [ada] = await twoConnected();
  const urls = [];
  for (const name of ["small", "journey0"] as const) {
    const form = new FormData();
    form.set("file", new Blob([Buffer.from(inject("photos")[name] ?? "", "base64")]), "a.jpg");
    const { url } = await (await ada.send("POST", "/api/media", form)).json<{ url: string }>();
    urls.push(url);
  }
  const photos = urls.map((url) => ({ mediaUrl: url, altText: "" }));
  const post = await ada.call("createPost", { body: { photos, camera } });
  expect(post).toMatchObject({ photoCount: 2, camera });
  expect(await ada.call("readPost", { params: { id: post.id } })).toEqual(post);
});

test("nothing but the listed facts is stored", async () => {
  const [ada] = await twoConnected();
  const sent = { ...camera, latitude: 48.85, dateTime: "2026:11:21", bodySerialNumber: "SN-1" };
  const reply = await ada.send("POST", "/api/posts", { mediaUrl, camera: sent });
  const { id, camera: shown } = await reply.json<{ id: string; camera: object }>();
  expect(shown).toEqual(camera);
  const row = await env.DB.prepare("SELECT camera FROM posts WHERE id = ?").bind(id).first("camera");
  expect(JSON.parse(String(row))).toEqual(camera);
});

const wrongShape = { status: 400, message: "The request body has the wrong shape." };
const names = "Camera and lens must not be longer than 100 characters.";
test.each([
  [{}, "Camera data must not be empty."],
  [{ latitude: 48.85 }, "Camera data must not be empty."],
  [{ make: "x".repeat(101) }, names],
  [{ model: "x".repeat(101) }, names],
  [{ lens: "x".repeat(101) }, names],
  [{ lens: "\u200b\n" }, "Camera and lens must not be empty."],
  [{ focalLength: 0 }, "Focal length must be between 0.1 and 10000."],
  [{ focalLength: 10_001 }, "Focal length must be between 0.1 and 10000."],
  [{ aperture: -1 }, "Aperture must be between 0.1 and 1000."],
  [{ aperture: 1001 }, "Aperture must be between 0.1 and 1000."],
  [{ exposureTime: 0.000001 }, "Exposure time must be between 0.00001 and 86400."],
  [{ exposureTime: 86_401 }, "Exposure time must be between 0.00001 and 86400."],
  [{ iso: 0 }, "ISO must be between 1 and 10000000."],
  [{ iso: 1e300 }, "ISO must be between 1 and 10000000."],
])("refuses %o", async (hostile, message) => {
  const [ada] = await twoConnected();
  const reply = await ada.send("POST", "/api/posts", { mediaUrl, camera: hostile });
  expect(await errorOf(reply)).toMatchObject({ status: 422, message });
  expect(await ada.call("readFeed")).toEqual([]);
});

test.each(["X-T5", 1, true, [camera], { make: {} }, { iso: "400" }])(
  "refuses %o as a wrong shape",
  async (hostile) => {
    const [ada] = await twoConnected();
    const reply = await ada.send("POST", "/api/posts", { mediaUrl, camera: hostile });
    expect(await errorOf(reply)).toMatchObject(wrongShape);
    expect(await ada.call("readFeed")).toEqual([]);
  },
);

test("an AI photo has no camera", async () => {
  const [ada] = await twoConnected();
  const { imageUrl } = await ada.call("generateImage", { body: { prompt: "A harbour at dusk" } });
  const post = await ada.call("createPost", { body: { mediaUrl: imageUrl, camera } });
  expect(post).not.toHaveProperty("camera");
  expect(await ada.call("readPost", { params: { id: post.id } })).toEqual(post);
});

test("its owner can remove the data, which is no change of the texts, and cannot change it", async () => {
  const [ada, grace] = await twoConnected();
  const { id } = await ada.call("createPost", { body: { mediaUrl, camera } });
  const params = { id };
  const refused = await ada.send("PATCH", `/api/posts/${id}`, { camera: { model: "Another" } });
  expect(await errorOf(refused)).toMatchObject(wrongShape);
  expect((await grace.send("PATCH", `/api/posts/${id}`, { camera: null })).status).toBe(403);
  const renamed = await ada.call("editPost", { params, body: { caption: "Dusk" } });
  expect(renamed.camera).toEqual(camera);
  const edited = await ada.call("editPost", { params, body: { camera: null } });
  expect(edited).not.toHaveProperty("camera");
  expect(edited.editedAt).toBe(renamed.editedAt);
  expect(await grace.call("readPost", { params })).not.toHaveProperty("camera");
  expect(await ada.call("editPost", { params, body: { camera: null } })).toEqual(edited);
});
