import { beforeEach, expect, it, vi } from "vitest";
import {
  type Choices,
  choicesIn,
  formOf,
  mergedChoices,
  noChoices,
  postTexts,
} from "~/features/composer/choices";
import {
  clearDraft,
  draftOf,
  isUntouched,
  readAudience,
  readDraft,
  saveDraft,
} from "~/features/composer/draft";
import { noPhotos } from "~/features/composer/photo-list";
import { stubLocalStorage } from "../../factories/local-storage";

const KEY = "afterglow_draft_post_ada";
let stored: Map<string, string>;

beforeEach(() => {
  stored = stubLocalStorage();
  return () => vi.unstubAllGlobals();
});

const textsOf = (textOf: (name: (typeof postTexts)[number]) => string) =>
  Object.fromEntries(postTexts.map((name) => [name, textOf(name)])) as Pick<
    Choices,
    (typeof postTexts)[number]
  >;

/** Every choice is another than the first one: a new choice is in the draft too, or the tests fail. */
const all: Choices = {
  ...textsOf((name) => `A ${name}`),
  isSensitive: true,
  visibility: "connections",
  frame: "4:5",
  showsCamera: true,
};
const photos = [
  { id: "b", altText: "A gull" },
  { id: "a", altText: "" },
];

it("keeps every choice, the alt texts and the order of the photos in one record", () => {
  expect(Object.entries(all).filter(([name, value]) => value === noChoices[name as keyof Choices])).toEqual(
    [],
  );
  readDraft("ada");
  expect(saveDraft(draftOf(all, { altText: "A gull", photos }), false)).toBe(true);
  expect([...stored.keys()]).toEqual([KEY]);
  expect(readDraft("ada")).toEqual({ choices: all, altText: "A gull", photos });
  expect(readDraft("grace")).toBeNull();
});

it("opens drafts of the former form", () => {
  const former = { caption: "Old", location: "", altText: "A gull", visibility: "connections", photos };
  stored.set(KEY, JSON.stringify(former));
  expect(readDraft("ada")).toEqual({
    choices: { caption: "Old", location: "", visibility: "connections" },
    altText: "A gull",
    photos,
  });
  stored.set(KEY, JSON.stringify({ caption: "Older" }));
  expect(readDraft("ada")).toEqual({ choices: { caption: "Older" }, altText: "", photos: [] });
});

it.each(["", "{", "[]", "7", '"text"', "null"])("opens no draft from %s", (record) => {
  stored.set(KEY, record);
  const { choices, ...others } = readDraft("ada") ?? { choices: {}, altText: "", photos: [] };
  expect({ choices, ...others }).toEqual({ choices: {}, altText: "", photos: [] });
});

it("leaves out what no composer has stored, and keeps the rest", () => {
  const hostile = {
    caption: "Kept",
    location: 7,
    isSensitive: "yes",
    visibility: "toString",
    altText: {},
    photos: [null, 7, { id: 1 }, { id: "a" }],
  };
  stored.set(KEY, JSON.stringify(hostile));
  expect(readDraft("ada")).toEqual({
    choices: { caption: "Kept" },
    altText: "",
    photos: [{ id: "a", altText: "" }],
  });
});

it("says that a browser without room or storage does not keep the draft", () => {
  readDraft("ada");
  const full = () => {
    throw new DOMException("No room.", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { getItem: full, setItem: full, removeItem: full });
  expect(readDraft("ada")).toBeNull();
  expect(saveDraft(draftOf(all, { altText: "", photos: [] }), false)).toBe(false);
  expect(saveDraft(draftOf(noChoices, { altText: "", photos: [] }), true)).toBe(true);
});

it("deletes a shared draft, remembers its audience, and does not store it again", () => {
  const record = draftOf(all, { altText: "", photos });
  readDraft("ada");
  saveDraft(record, false);
  clearDraft();
  saveDraft(record, false);
  expect([...stored.keys()]).toEqual(["afterglow_audience_ada"]);
  expect(readAudience("ada")).toBe("connections");
});

it("a post is touched by any choice, and not by blank text", () => {
  expect(isUntouched({ ...noChoices, caption: " \n" }, noPhotos)).toBe(true);
  for (const [name, value] of Object.entries(all))
    expect(isUntouched({ ...noChoices, [name]: value }, noPhotos), name).toBe(false);
  expect(isUntouched(noChoices, { ...noPhotos, spareAltText: "A gull" })).toBe(false);
});

it("a restored draft yields to what the member has chosen since the page opened", () => {
  expect(mergedChoices(all, { caption: "Typed" })).toEqual({ ...all, caption: "Typed" });
  expect(mergedChoices({}, { caption: "Typed" })).toEqual({ ...noChoices, caption: "Typed" });
});

it("a restored draft yields to a first choice that the member has made again, and not to an empty field", () => {
  const made = { caption: "", isSensitive: false, visibility: "everyone" } as const;
  expect(mergedChoices(all, made)).toEqual({ ...all, isSensitive: false, visibility: "everyone" });
});

it("takes over a form that the server has returned", () => {
  expect(
    choicesIn({ caption: "Sent", isSensitive: "on", visibility: "connections", mediaUrl: "/media/x" }),
  ).toEqual({
    caption: "Sent",
    isSensitive: true,
    visibility: "connections",
  });
});

it("sends every choice with the photos", () => {
  const one = [{ mediaUrl: "/media/a", altText: "A gull" }];
  expect(Object.fromEntries(formOf(all, one, { model: "X100" }))).toEqual({
    ...textsOf((name) => all[name]),
    isSensitive: "on",
    visibility: "connections",
    camera: '{"model":"X100"}',
    mediaUrl: "/media/a",
    altText: "A gull",
  });
  const set = Object.fromEntries(formOf(all, [...one, { mediaUrl: "/media/b", altText: "" }], null));
  expect(set).toMatchObject({ frame: "4:5", photos: expect.stringContaining("/media/b") });
  const plain = Object.fromEntries(
    formOf(noChoices, [...one, { mediaUrl: "/media/b", altText: "" }], { model: "X100" }),
  );
  expect(Object.keys(plain)).toEqual([...postTexts, "visibility", "photos"]);
});
