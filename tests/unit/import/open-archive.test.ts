import { randomBytes } from "node:crypto";
import { BlobWriter, configure, TextReader, Uint8ArrayReader, ZipWriter } from "@zip.js/zip.js";
import { describe, expect, test } from "vitest";
import { POST_IMAGE_MAX_BYTES } from "~/contract/limits";
import { ArchiveError } from "~/features/import/archive-entries.client";
import { openArchive } from "~/features/import/open-archive.client";
import { english } from "../../factories/english";

const AT = 1_600_000_000;
const entryOf = (name: string, at = AT) => ({
  media: [{ uri: `media/posts/${name}` }],
  creation_timestamp: at,
});
const LIST = "your_instagram_activity/media/posts_1.json";

/** Returns a zip file with these files. */
async function zip(files: Record<string, string | Uint8Array>, password?: string): Promise<File> {
  const writer = new ZipWriter(new BlobWriter("application/zip"), { password, useWebWorkers: false });
  for (const [name, content] of Object.entries(files)) {
    await writer.add(
      name,
      typeof content === "string" ? new TextReader(content) : new Uint8ArrayReader(content),
    );
  }
  return new File([await writer.close()], "export.zip");
}

configure({ useWebWorkers: false });

const bytes = (length: number) => new Uint8Array(randomBytes(length));
const photo = bytes(1000);

describe("an export", () => {
  test("has the posts of its lists, newest first, whose photos are read one at a time", async () => {
    const archive = await openArchive([
      await zip({
        [LIST]: JSON.stringify([entryOf("a.jpg"), entryOf("b.jpg", AT + 1)]),
        "media/posts/a.jpg": photo,
        "media/posts/b.jpg": bytes(10),
        "media/posts/b.mp4": bytes(10),
        "messages/inbox.json": "{",
      }),
    ]);
    expect(archive.posts.map(({ clientId }) => clientId)).toEqual([
      `import-instagram-${AT + 1}`,
      `import-instagram-${AT}`,
    ]);
    const file = await archive.read({ path: "media/posts/a.jpg", altText: "" });
    expect(file.name).toBe("a.jpg");
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(photo);
    expect(archive.leftOut).toEqual([]);
  });

  test("can be several zip files, and in a folder", async () => {
    const archive = await openArchive([
      await zip({ "part 1/media/posts/a.jpg": photo }),
      await zip({ [`part 2/${LIST}`]: JSON.stringify(entryOf("a.jpg")) }),
    ]);
    expect(archive.posts).toHaveLength(1);
    const file = await archive.read({ path: "media/posts/a.jpg", altText: "" });
    expect(file.size).toBe(photo.length);
  });

  test("of Pixelfed finds photos by the names in their addresses", async () => {
    const list = [
      {
        uri: "https://pixels.example/p/ada/1",
        created_at: "2021-05-01T10:00:00.000Z",
        content_text: "Dusk",
        visibility: "public",
        media_attachments: [
          { url: "https://pixels.example/storage/m/x/a.jpg", type: "image", mime: "image/jpeg" },
        ],
      },
    ];
    const archive = await openArchive([
      await zip({ "pixelfed-statuses.json": JSON.stringify(list), "photos/a.jpg": photo }),
    ]);
    expect(archive.posts).toMatchObject([{ caption: "Dusk", clientId: "import-pixels.example/1" }]);
    expect((await archive.read({ path: "storage/m/x/a.jpg", altText: "" })).size).toBe(photo.length);
  });

  test("names the photos that are missing, and finds them in a part that is added, under the same keys", async () => {
    const three = {
      media: ["a.jpg", "b.jpg", "c.jpg"].map((name) => ({ uri: `media/posts/${name}` })),
      creation_timestamp: AT,
    };
    const first = await zip({
      [LIST]: JSON.stringify([three, entryOf("lost.jpg", AT + 1)]),
      "media/posts/a.jpg": photo,
    });
    const second = await zip({ "media/posts/c.jpg": bytes(10), "media/posts/b.jpg": bytes(10) });
    const part = await openArchive([first]);
    expect(part.posts).toMatchObject([
      { photos: [], missing: [{ path: "media/posts/lost.jpg" }] },
      { photos: [{ path: "media/posts/a.jpg" }], missing: [{}, {}] },
    ]);
    // A file that is chosen twice counts once.
    const whole = await openArchive([second, first, second]);
    expect(whole.posts.map(({ clientId }) => clientId)).toEqual(part.posts.map(({ clientId }) => clientId));
    expect(whole.posts[1]).toMatchObject({ photos: [{}, {}, {}], missing: [] });
    await expect(openArchive([second])).rejects.toMatchObject({
      message:
        "This file has photos, but not the list of your posts. If your export has several zip files, add the others.",
      isPart: true,
    });
  });

  test("has the posts of both of Instagram's lists once", async () => {
    const labelled = (name: string, at: number) => ({
      timestamp: at,
      media: [{ uri: `media/posts/${name}` }],
      label_values: [{ label: "Caption", value: "In the labels" }],
    });
    const archive = await openArchive([
      await zip({
        "your_instagram_activity/media/posts.json": JSON.stringify([
          labelled("a.jpg", AT),
          labelled("b", AT + 1),
          { timestamp: AT, media: [{ uri: "media/posts/v.mp4" }] },
        ]),
        [LIST]: JSON.stringify([entryOf("a.jpg"), entryOf("v.mp4")]),
        "media/posts/a.jpg": photo,
        "media/posts/b": bytes(10),
      }),
    ]);
    expect(archive.posts).toMatchObject([
      { clientId: `import-instagram-${AT + 1}`, photos: [{ path: "media/posts/b" }] },
      { clientId: `import-instagram-${AT}`, caption: "In the labels" },
    ]);
    expect(archive.leftOut).toMatchObject([{ kind: "video" }]);
  });

  test("finds files by other spellings of their paths", async () => {
    const archive = await openArchive([
      await zip({
        [LIST]: JSON.stringify([entryOf("1/é.jpg"), entryOf("2/é.jpg", AT + 1)]),
        "media\\posts\\1\\e\u0301.jpg": photo,
        "media\\posts\\2\\e\u0301.jpg": bytes(10),
      }),
    ]);
    expect(archive.posts.map(({ missing }) => missing.length)).toEqual([0, 0]);
    expect((await archive.read({ path: "media/posts/1/é.jpg", altText: "" })).size).toBe(photo.length);
  });

  test("names the list of an entry that cannot be read", async () => {
    const archive = await openArchive([
      await zip({ [LIST]: JSON.stringify([entryOf("a.jpg"), 7]), "media/posts/a.jpg": photo }),
    ]);
    expect(archive.leftOut).toMatchObject([{ kind: "unreadable", file: LIST }]);
    const [reason] = archive.leftOut.map((one) => english._(one.reason));
    expect(reason).toBe("Entry 2 of this list could not be read.");
  });

  test("does not guess between files of the same name", async () => {
    const archive = await openArchive([
      await zip({
        [LIST]: JSON.stringify([entryOf("1/a.jpg"), entryOf("3/a.jpg", AT + 1)]),
        "media/posts/1/a.jpg": photo,
        "media/posts/2/a.jpg": bytes(10),
      }),
    ]);
    expect(archive.posts.map(({ missing }) => missing.length)).toEqual([1, 0]);
    expect((await archive.read({ path: "media/posts/1/a.jpg", altText: "" })).size).toBe(photo.length);
  });
});

describe("a file is refused", () => {
  const noZip = "This file could not be read. Please choose the zip file of your export.";
  const damaged = "The list of posts in this export is damaged.";
  const tooLarge = "This file is too large to be an export from Instagram or Pixelfed.";

  test.each<[string, () => Promise<File> | File, string]>([
    ["that is no zip file", () => new File([bytes(5000)], "export.zip"), noZip],
    ["that is empty", () => new File([], "export.zip"), noZip],
    [
      "that is Pixelfed's list alone",
      () => new File(["[]"], "pixelfed-statuses.json"),
      "This list has no photos. Please zip it together with the photo files.",
    ],
    [
      "without a list",
      () => zip({ "a.jpg": photo }),
      "This zip file has no posts from Instagram or Pixelfed.",
    ],
    [
      "in HTML",
      () => zip({ "content/posts_1.html": "<html>" }),
      "This export is in HTML. Please ask Instagram for one in JSON.",
    ],
    ["whose list is no JSON", () => zip({ [LIST]: "{" }), damaged],
    ["whose list is of another form", () => zip({ "outbox.json": "{}" }), damaged],
    ["whose list is nested deeply", () => zip({ [LIST]: "[".repeat(1_000_000) }), damaged],
    [
      "whose list is encrypted",
      () => zip({ [LIST]: "[]" }, "secret"),
      "A file in this export is damaged or encrypted.",
    ],
    ["whose list is a zip bomb", () => zip({ [LIST]: " ".repeat(20_000_000) }), tooLarge],
    [
      "without the photos of its posts",
      () => zip({ [LIST]: JSON.stringify(entryOf("a.jpg")) }),
      "This export lists 1 post without the photos. If it has several zip files, choose all of them. Pixelfed exports have no photos: add them to the zip file too.",
    ],
  ])("%s", async (_, file, message) => {
    const error: unknown = await openArchive([await file()]).catch((reason: unknown) => reason);
    expect(error instanceof ArchiveError && english._(error.text)).toBe(message);
  });

  test("that was cut off", async () => {
    const whole = await zip({ [LIST]: "[]" });
    await expect(openArchive([new File([whole.slice(0, -30)], "export.zip")])).rejects.toMatchObject({
      message: noZip,
    });
  });
});

describe("a photo is refused", () => {
  const open = (content: Uint8Array) =>
    zip({ [LIST]: JSON.stringify(entryOf("a.jpg")), "media/posts/a.jpg": content });
  const read = async (file: File) =>
    (await openArchive([file])).read({ path: "media/posts/a.jpg", altText: "" });
  const tooLarge = { message: "This file is too large to be an export from Instagram or Pixelfed." };

  test("that is larger than an upload", async () => {
    await expect(read(await open(bytes(POST_IMAGE_MAX_BYTES + 1)))).rejects.toMatchObject(tooLarge);
  });

  test("that is a zip bomb", async () => {
    await expect(read(await open(new Uint8Array(9_000_000)))).rejects.toMatchObject(tooLarge);
  });

  test("that is a zip bomb with a false size in the directory", async () => {
    const whole = new Uint8Array(await (await open(new Uint8Array(9_000_000))).arrayBuffer());
    const view = new DataView(whole.buffer);
    // The size is in the local header and in the directory.
    for (let at = 0; at < whole.length - 4; at++)
      if (view.getUint32(at, true) === 9_000_000) view.setUint32(at, 1000, true);
    await expect(read(new File([whole], "export.zip"))).rejects.toMatchObject({ name: "ArchiveError" });
  });

  test("with damaged bytes", async () => {
    const whole = new Uint8Array(await (await open(photo)).arrayBuffer());
    const at = Buffer.from(whole).indexOf(Buffer.from(photo.slice(500, 510)));
    expect(at).toBeGreaterThan(0);
    whole[at] = (whole[at] ?? 0) ^ 0xff;
    await expect(read(new File([whole], "export.zip"))).rejects.toMatchObject({
      message: "A file in this export is damaged or encrypted.",
    });
  });
});
