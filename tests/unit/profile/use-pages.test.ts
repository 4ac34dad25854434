import { expect, it } from "vitest";
import { withFirst } from "~/features/profile/use-pages";

const list = (ids: string, next: string | null) => ({ items: [...ids].map((id) => ({ id })), next });
const idsOf = ({ items }: { items: readonly { id: string }[] }) => items.map(({ id }) => id).join("");

const loaded = list("abcdefg", "/after/g");

it.each([
  ["as it was", "abc", "abcdefg"],
  ["with one more at its head", "xab", "xabcdefg"],
  ["with one less", "acd", "acdefg"],
  ["with a later one at its head", "fab", "fabcdeg"],
])("a first page %s keeps what was loaded after it, each once", (_, first, all) => {
  const now = withFirst(loaded, list(first, "/after/first"));
  expect(idsOf(now)).toBe(all);
  expect(now.next).toBe("/after/g");
});

it("a first page that ends elsewhere starts the list anew", () => {
  expect(withFirst(list("abc", "/after/c"), list("acd", "/after/d"))).toEqual(list("acd", "/after/d"));
  expect(withFirst(loaded, list("xyz", "/after/z"))).toEqual(list("xyz", "/after/z"));
});

it("a first page that is all there is leaves nothing after it", () => {
  expect(withFirst(loaded, list("ab", null))).toEqual(list("ab", null));
  expect(withFirst(loaded, list("", null))).toEqual(list("", null));
});
