import { describe, expect, test } from "vitest";
import {
  altTextOf,
  type PhotoList,
  placeOf,
  selectedOf,
  withAltText,
  withChanges,
  withDraft,
  withoutPhoto,
  withPhoto,
  withPlace,
  withSelectedImage,
} from "~/features/composer/photo-list";
import { noEdits } from "~/features/darkroom/edits";

const photo = (id: string) => ({
  id,
  preview: `blob:${id}`,
  content: new Blob([id]),
  original: null,
  edits: noEdits,
  camera: null,
  progress: null,
  isUploaded: false,
  failure: null,
});
const empty: PhotoList = { photos: [], selectedId: null, spareAltText: "", opening: 0 };
const listOf = (...ids: string[]) => ids.map(photo).reduce(withPhoto, empty);
const idsOf = ({ photos }: PhotoList) => photos.map(({ id }) => id).join("");

describe("the photos of a new post", () => {
  test("the first photo is selected and takes the alt text that was there before", () => {
    const list = withPhoto(withPhoto(withAltText(empty, "A gull"), photo("a")), photo("b"));
    expect(list.photos.map(({ altText }) => altText)).toEqual(["A gull", ""]);
    expect(selectedOf(list)?.id).toBe("a");
    expect(altTextOf(list)).toBe("A gull");
    expect(list.spareAltText).toBe("");
  });

  test("the first photo of a draft has the alt text that was typed before it was restored, else its own", () => {
    const drafts = [
      { ...photo("a"), altText: "A gull" },
      { ...photo("b"), altText: "A pier" },
    ];
    const typed = withDraft(withAltText(empty, "A ship"), drafts, "A gull");
    expect(typed.photos.map(({ altText }) => altText)).toEqual(["A ship", "A pier"]);
    expect([altTextOf(typed), typed.spareAltText]).toEqual(["A ship", ""]);
    expect(altTextOf(withDraft(empty, drafts, "A gull"))).toBe("A gull");
    expect(altTextOf(withDraft(withAltText(empty, "A ship"), [], "A gull"))).toBe("A ship");
  });

  test("a draft of ten photos keeps them when an image arrives before it", () => {
    const draft = [..."abcdefghij"].map((id) => ({ ...photo(id), altText: "" }));
    const list = withDraft(listOf("x"), draft, "");
    expect(idsOf(list)).toBe("abcdefghij");
    expect(selectedOf(list)?.id).toBe("a");
    expect(idsOf(withDraft(listOf("x"), draft.slice(0, 9), ""))).toBe("abcdefghix");
  });

  test("a photo that opens while a draft of ten is restored is left out", () => {
    const draft = [..."abcdefghij"].map((id) => ({ ...photo(id), altText: "" }));
    expect(idsOf(withPhoto(withDraft(empty, draft, ""), photo("x")))).toBe("abcdefghij");
  });

  test("an image of the server is selected by its URL", () => {
    const list = withPhoto(listOf("a"), { ...photo("b"), content: "/media/b" });
    expect(selectedOf(withSelectedImage(list, "/media/b"))?.id).toBe("b");
    expect(selectedOf(withSelectedImage(list, "/media/c"))?.id).toBe("a");
  });

  test("the alt text belongs to the selected photo", () => {
    const list = withAltText({ ...listOf("a", "b"), selectedId: "b" }, "A pier");
    expect(list.photos.map(({ altText }) => altText)).toEqual(["", "A pier"]);
    expect(altTextOf(list)).toBe("A pier");
  });

  test.each([
    ["a", 3, "bca"],
    ["c", 1, "cab"],
    ["a", 2, "bac"],
    ["b", 2, "abc"],
    ["a", 99, "bca"],
    ["c", -1, "cab"],
    ["x", 1, "abc"],
  ])("%s moved to place %i gives %s", (id, place, order) => {
    const list = withPlace(listOf("a", "b", "c"), id, place);
    expect(idsOf(list)).toBe(order);
    expect(selectedOf(list)?.id).toBe("a");
    if (order.includes(id)) expect(placeOf(list, id)).toBe(order.indexOf(id) + 1);
  });

  test.each([
    ["a", "a", "bc", "b"],
    ["b", "b", "ac", "c"],
    ["c", "c", "ab", "b"],
    ["c", "a", "bc", "c"],
  ])(
    "when %s is selected and %s removed, %s stay and %s is selected",
    (selectedId, removed, order, selected) => {
      const list = withoutPhoto({ ...listOf("a", "b", "c"), selectedId }, removed);
      expect(idsOf(list)).toBe(order);
      expect(list.selectedId).toBe(selected);
    },
  );

  test("the alt text of the only photo stays for the next one", () => {
    const removed = withoutPhoto(withAltText(listOf("a"), "A gull"), "a");
    expect(removed).toMatchObject({ photos: [], selectedId: null, spareAltText: "A gull" });
    expect(withPhoto(removed, photo("b")).photos[0]?.altText).toBe("A gull");
  });

  test("the alt text of one of several photos goes with it", () => {
    const removed = withoutPhoto(withAltText(listOf("a", "b"), "A gull"), "a");
    expect(removed.spareAltText).toBe("");
    expect(withoutPhoto(removed, "x")).toBe(removed);
  });

  test("a change applies to one photo", () => {
    const { photos } = withChanges(listOf("a", "b"), "b", { progress: 0.5 });
    expect(photos.map(({ progress }) => progress)).toEqual([null, 0.5]);
  });
});
