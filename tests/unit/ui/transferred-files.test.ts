import { describe, expect, test } from "vitest";
import { filesIn, isTextWithPicture } from "~/ui/transferred-files";

const photo = new File(["photo"], "image.png", { type: "image/png" });

/** Returns the list of a transfer, of files and of folders (null). */
function transfer(...entries: (File | null)[]): Parameters<typeof filesIn>[0] {
  const items = entries.map((file) => ({
    kind: "file",
    getAsFile: () => file ?? new File([], "folder"),
    webkitGetAsEntry: () => ({ isDirectory: file === null }),
  }));
  // Only what `filesIn` reads.
  return { items: [{ kind: "string" }, ...items], files: [photo] } as unknown as Parameters<
    typeof filesIn
  >[0];
}

describe("a drop", () => {
  test("has its files, and says when a folder is among them", () => {
    expect(filesIn(transfer(photo))).toEqual({ files: [photo], hasFolder: false });
    expect(filesIn(transfer(null, photo))).toEqual({ files: [photo], hasFolder: true });
    expect(filesIn(transfer(null))).toEqual({ files: [], hasFolder: true });
  });

  test("has its files in a browser that lists no items", () => {
    expect(filesIn(transfer())).toEqual({ files: [photo], hasFolder: false });
  });
});

describe("a paste", () => {
  test.each([
    ["words of Word with their picture", "Three words", true],
    ["a copied image", "", false],
    ["a copied file with its name", "image.png", false],
    ["a copied file with its path", "file:///home/ada/image.png\n", false],
  ])("of %s", (_, text, isText) => {
    expect(isTextWithPicture({ getData: () => text }, [photo])).toBe(isText);
  });
});
