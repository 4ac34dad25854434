import { afterEach, describe, expect, test, vi } from "vitest";
import { ArchiveError, TOO_LARGE } from "~/features/import/archive-entries.client";
import { importPost } from "~/features/import/import-posts";
import type { ImportPost } from "~/features/import/parse-export";
import { english } from "../../factories/english";

// The real ones need a browser's canvas.
vi.mock("~/features/photo/load-photo", () => ({
  preparePhoto: async (file: File) => ({ blob: file, isEditable: true, warning: null }),
}));
vi.mock("~/features/photo/redraw-file.client", () => ({
  redrawFile: async () => {
    throw new Error("The browser cannot read it either.");
  },
}));

const AT = Date.UTC(2020, 0, 1);
const post: ImportPost = {
  id: "instagram-1",
  clientId: "import-instagram-1",
  at: AT,
  caption: "Dusk",
  location: "",
  isSensitive: false,
  visibility: "everyone",
  photos: [
    { path: "a.jpg", altText: "A sky" },
    { path: "b.jpg", altText: "" },
  ],
  missing: [{ path: "c.jpg", altText: "" }],
};

type Reply = { status: number; body: unknown } | Error;
const uploaded: Reply = { status: 201, body: { url: "/media/1" } };
const shared: Reply = { status: 201, body: {} };

/** Imports the post. The replies are those to its requests, in order. */
async function importWith(replies: Reply[], read = async () => new File(["photo"], "a.jpg")) {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => {
    const reply = replies.shift();
    if (!reply || reply instanceof Error) throw reply ?? new Error("There is no reply.");
    return Response.json(reply.body, { status: reply.status });
  });
  vi.stubGlobal("fetch", fetch);
  const archive = { posts: [post], leftOut: [], read };
  const options = { visibility: "everyone" as const, keepsOriginals: false };
  const { isShared, leftOut } = await importPost(archive, post, options, new AbortController().signal);
  return {
    isShared,
    leftOut: leftOut.map((one) => ({ ...one, reason: english._(one.reason) })),
    bodies: fetch.mock.calls.map(([, { body }]) => body),
  };
}

afterEach(() => vi.unstubAllGlobals());

const missing = { kind: "photo", file: "c.jpg", reason: "The file is not in the export." };

describe("an imported post", () => {
  test("names the limit of a photo that is too large", async () => {
    const tooLarge = async () => Promise.reject(new ArchiveError(TOO_LARGE));
    expect((await importWith([], tooLarge)).leftOut).toMatchObject([
      missing,
      { reason: "Please upload an image smaller than 10MB" },
      { reason: "Please upload an image smaller than 10MB" },
      { kind: "failed" },
    ]);
  });

  test("has the photos that the server takes; the others are named with its reason", async () => {
    const message = "Please upload a JPEG, PNG, WebP, GIF or HEIC image.";
    const { isShared, leftOut, bodies } = await importWith([
      uploaded,
      { status: 415, body: { message } },
      shared,
    ]);
    expect(isShared).toBe(true);
    expect(leftOut).toEqual([
      { ...missing, at: AT, caption: "Dusk" },
      { kind: "photo", at: AT, caption: "Dusk", file: "b.jpg", reason: message },
    ]);
    expect(JSON.parse(String(bodies[2]))).toMatchObject({
      photos: [{ mediaUrl: "/media/1", altText: "A sky" }],
      createdAt: "2020-01-01T00:00:00.000Z",
      clientId: "import-instagram-1",
    });
  });

  test("is left out when none of its photos can be read, or when it was deleted", async () => {
    const damaged = async () => {
      throw new ArchiveError({ id: "damaged", message: "A file in this export is damaged or encrypted." });
    };
    expect((await importWith([], damaged)).leftOut).toMatchObject([
      missing,
      { file: "a.jpg", reason: "A file in this export is damaged or encrypted." },
      { file: "b.jpg" },
      { kind: "failed", file: "", reason: "None of its photos could be imported." },
    ]);
    const deleted = await importWith([uploaded, uploaded, { status: 409, body: { message: "Taken" } }]);
    expect(deleted).toMatchObject({
      isShared: false,
      leftOut: [missing, { kind: "failed", reason: "You have deleted this post since an earlier import." }],
    });
  });
});

describe("an import pauses", () => {
  test.each<[string, Reply[], string]>([
    [
      "when the session has ended",
      [{ status: 401, body: { message: "Please log in to continue." } }],
      "You are logged out. Please log in, then choose the same file again.",
    ],
    [
      "without a network",
      [new TypeError("Failed to fetch")],
      "The server could not be reached. Please try again.",
    ],
    [
      "at a quota, with its reason",
      [uploaded, uploaded, { status: 429, body: { message: "You can share 100 posts." } }],
      "You can share 100 posts.",
    ],
  ])("%s", async (_, replies, message) => {
    await expect(importWith(replies)).rejects.toMatchObject({ name: "ImportPause", message });
  });
});
