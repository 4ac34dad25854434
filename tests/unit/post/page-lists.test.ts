import { atom } from "nanostores";
import { expect, test } from "vitest";
import { cacheList, listOfPage, neighboursIn } from "~/features/post/page-lists";

test("neighbours have the order of the list, which ends on both sides", () => {
  const ids = ["3", "1", "2"];
  expect(neighboursIn(ids, "3")).toEqual({ previous: null, next: "1" });
  expect(neighboursIn(ids, "1")).toEqual({ previous: "3", next: "2" });
  expect(neighboursIn(ids, "2")).toEqual({ previous: "1", next: null });
  expect(neighboursIn(ids, "4")).toBeNull();
});

test("evicts the lists of the pages that were visited first", () => {
  const list = { $ids: atom(["1"]), loadMore: () => Promise.resolve() };
  cacheList("/feed", list);
  for (let tag = 1; tag < 20; tag++) cacheList(`/tag/${tag}`, list);
  expect(listOfPage("/feed")).toBe(list);
  cacheList("/feed", list);
  cacheList("/tag/20", list);
  expect([listOfPage("/feed"), listOfPage("/tag/1")]).toEqual([list, undefined]);
  expect(listOfPage(undefined)).toBeUndefined();
});
