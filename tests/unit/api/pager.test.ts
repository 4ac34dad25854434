import { describe, expect, it } from "vitest";
import type { Page } from "~/features/api/client";
import { createPager, itemsOf, type LoadedList, listOf, withFirstPage } from "~/features/api/pager";

interface Item {
  id: string;
  text?: string;
}

const page = (ids: string, next: string | null): Page<Item> => ({
  items: [...ids].map((id) => ({ id })),
  next,
});
const idsOf = (list: LoadedList<Item>) =>
  itemsOf(list)
    .map(({ id }) => id)
    .join("");

/** A pager whose loads are answered by hand. */
function pagerWith(initial: Page<Item>) {
  const asked: { cursor: string; resolve: (page: Page<Item>) => void; reject: (error: Error) => void }[] = [];
  const pager = createPager<Item>(
    (cursor) => new Promise((resolve, reject) => asked.push({ cursor, resolve, reject })),
    listOf(initial),
  );
  return { pager, asked };
}

describe("refreshRest", () => {
  it("replaces the items after the first page, page by page, and adds none", async () => {
    const { pager, asked } = pagerWith(page("abcdef", "after f"));
    const done = pager.refreshRest(page("ab", "after b"));
    const changed = (ids: string, next: string | null) => ({
      items: [...ids].map((id) => ({ id, text: "new" })),
      next,
    });
    asked[0]?.resolve(changed("cd", "after d"));
    await expect.poll(() => asked.length).toBe(2);
    asked[1]?.resolve(changed("efg", "after g"));
    await done;
    expect(asked.map(({ cursor }) => cursor)).toEqual(["after b", "after d"]);
    expect(itemsOf(pager.$list.get()).map(({ id, text }) => id + (text ? "!" : ""))).toEqual(
      "a b c! d! e! f!".split(" "),
    );
    expect(pager.$list.get()).toMatchObject({ phase: "idle", next: "after f" });
  });

  it("fetches nothing without later items, and stops at a page after them or at a failure", async () => {
    const { pager, asked } = pagerWith(page("abc", "after c"));
    await pager.refreshRest(page("abc", "after c"));
    expect(asked).toHaveLength(0);
    for (const answer of [
      () => asked.at(-1)?.resolve(page("d", "after d")),
      () => asked.at(-1)?.reject(new Error()),
    ]) {
      const done = pager.refreshRest(page("ab", "after b"));
      answer();
      await done;
    }
    expect(asked).toHaveLength(2);
    expect(idsOf(pager.$list.get())).toBe("abc");
  });
});

describe("loadMore", () => {
  it("appends the page at the cursor as a page of its own, without items that are listed", async () => {
    const { pager, asked } = pagerWith(page("abc", "after c"));
    const more = pager.loadMore();
    expect(pager.$list.get().phase).toBe("loading");
    expect(asked.map(({ cursor }) => cursor)).toEqual(["after c"]);
    asked[0]?.resolve(page("cd", null));
    await more;
    expect(pager.$list.get()).toMatchObject({ phase: "idle", next: null });
    expect(pager.$list.get().pages.map(({ key }) => key)).toEqual(["a", "d"]);
    expect(idsOf(pager.$list.get())).toBe("abcd");
  });

  it("pauses after two pages without a new item, unless there are no more, and goes on when asked", async () => {
    const { pager, asked } = pagerWith(page("a", "1"));
    const answer = async (nth: number, reply: Page<Item>) => {
      const more = pager.loadMore();
      asked[nth]?.resolve(reply);
      await more;
      return pager.$list.get().phase;
    };
    expect(await answer(0, page("", "2"))).toBe("idle");
    expect(await answer(1, page("a", "3"))).toBe("paused");
    expect(await answer(2, page("", "4"))).toBe("paused");
    expect(await answer(3, page("b", "5"))).toBe("idle");
    expect(await answer(4, page("", "6"))).toBe("idle");
    expect(await answer(5, page("", null))).toBe("idle");
    expect(asked).toHaveLength(6);
  });

  it("has one load in flight, and none on the last page", async () => {
    const { pager, asked } = pagerWith(page("a", "after a"));
    const more = [pager.loadMore(), pager.loadMore()];
    asked[0]?.resolve(page("b", null));
    await Promise.all(more);
    await pager.loadMore();
    expect(asked).toHaveLength(1);
  });

  it("fails without losing items, and loads again when asked", async () => {
    const { pager, asked } = pagerWith(page("a", "after a"));
    const failing = pager.loadMore();
    asked[0]?.reject(new Error("offline"));
    await failing;
    expect(pager.$list.get()).toMatchObject({ phase: "failed", next: "after a" });
    const more = pager.loadMore();
    asked[1]?.resolve(page("b", null));
    await more;
    expect(idsOf(pager.$list.get())).toBe("ab");
  });

  it.each(["resolve", "reject"] as const)("drops a page that comes after a reset (%s)", async (outcome) => {
    const { pager, asked } = pagerWith(page("a", "after a"));
    const late = pager.loadMore();
    pager.reset(listOf(page("xy", "after y")));
    if (outcome === "resolve") asked[0]?.resolve(page("b", null));
    else asked[0]?.reject(new Error("offline"));
    await late;
    expect(pager.$list.get()).toMatchObject({ phase: "idle", next: "after y" });
    expect(idsOf(pager.$list.get())).toBe("xy");
  });
});

describe("first page fetched again", () => {
  const loaded = listOf(page("abcdefg", "after g"));

  it.each([
    ["as it was", "abc", "abcdefg"],
    ["with one more at its head", "xab", "xabcdefg"],
    ["with one less", "acd", "acdefg"],
    ["with a later one at its head", "fab", "fabcdeg"],
  ])("%s keeps the items loaded after it, each once", (_, first, all) => {
    const now = withFirstPage(loaded, page(first, "after first"));
    expect(idsOf(now)).toBe(all);
    expect(now.next).toBe("after g");
  });

  it("starts the list over when its last item is not loaded", () => {
    expect(withFirstPage(loaded, page("xyz", "after z"))).toEqual(listOf(page("xyz", "after z")));
  });

  it("is the whole list when it is the last page", () => {
    expect(withFirstPage(loaded, page("ab", null))).toEqual(listOf(page("ab", null)));
    expect(withFirstPage(loaded, page("", null))).toEqual(listOf(page("", null)));
  });

  it("drops a page in flight when the list starts over, and keeps it otherwise", async () => {
    const { pager, asked } = pagerWith(page("abc", "after c"));
    const kept = pager.loadMore();
    pager.refresh(page("ab", "after b"));
    asked[0]?.resolve(page("d", "after d"));
    await kept;
    expect(idsOf(pager.$list.get())).toBe("abcd");
    const dropped = pager.loadMore();
    pager.refresh(page("xy", "after y"));
    asked[1]?.resolve(page("e", null));
    await dropped;
    expect(idsOf(pager.$list.get())).toBe("xy");
  });
});

it("puts new items before the loaded pages, each once", () => {
  const { pager } = pagerWith(page("bc", "after c"));
  pager.prepend(page("ab", null).items);
  expect(idsOf(pager.$list.get())).toBe("abc");
  expect(pager.$list.get().pages.map(({ key }) => key)).toEqual(["a", "b"]);
});

it("replaces and removes items, and keeps unchanged pages the same objects", () => {
  const { pager } = pagerWith(page("bc", "after c"));
  pager.prepend([{ id: "a" }]);
  const [, second] = pager.$list.get().pages;
  pager.update((item) => (item.id === "a" ? { ...item, text: "new" } : item));
  expect(pager.$list.get().pages[0]?.items).toEqual([{ id: "a", text: "new" }]);
  expect(pager.$list.get().pages[1]).toBe(second);
  pager.update((item) => (item.id === "a" ? null : item));
  expect(pager.$list.get().pages).toEqual([second]);
});
