import { beforeEach, expect, it, vi } from "vitest";
import { stubLocalStorage } from "../../factories/local-storage";

const KEY = "afterglow_post_image";
let stored: Map<string, string>;

beforeEach(() => {
  stored = stubLocalStorage();
  return () => vi.unstubAllGlobals();
});

/** Returns the module as a tab of its own loads it. */
async function openTab() {
  vi.resetModules();
  return import("~/features/composer/image-handoff");
}

it("passes the last image of a tab on", async () => {
  const tab = await openTab();
  expect(tab.handOffToComposer("/media/a")).toBe("/post");
  expect(tab.handOffToComposer("/media/b")).toBe("/post");
  expect(tab.takeHandedOffImage()).toBe("/media/b");
  expect(tab.takeHandedOffImage()).toBeNull();
});

it("keeps the images of two tabs apart", async () => {
  const [one, other] = [await openTab(), await openTab()];
  expect(one.handOffToComposer("/media/a")).toBe("/post");
  expect(other.handOffToComposer("/media/b")).toBe("/post?imageUrl=%2Fmedia%2Fb");
  expect(one.takeHandedOffImage()).toBe("/media/a");
  expect(stored.has(KEY)).toBe(false);
});
