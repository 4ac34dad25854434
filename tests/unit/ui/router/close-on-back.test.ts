import { UNSAFE_createBrowserHistory as createBrowserHistory } from "react-router";
import { expect, test, vi } from "vitest";
import { FakeWindow } from "./fake-window";

/** Returns React Router's own history at the second page of a tab, with the moves that it sees. */
async function openTab() {
  vi.resetModules();
  const { closeOnBack } = await import("~/ui/router/close-on-back");
  const { setPageKey } = await import("~/ui/router/page-key");
  const tab = new FakeWindow();
  vi.stubGlobal("window", tab);
  vi.stubGlobal("history", tab.history);
  // It has what React Router reads of a window.
  const router = createBrowserHistory({ window: tab as unknown as Window });
  const moves: (number | null)[] = [];
  router.listen(({ location, delta }) => {
    moves.push(delta);
    setPageKey(location.key);
  });
  const push = (path: string) => {
    router.push(path);
    setPageKey(router.location.key);
  };
  push("/feed");
  return { tab, router, moves, push, closeOnBack };
}

test("React Router writes its key and its index into the state of an entry, and no key into the first", async () => {
  const { tab, router } = await openTab();
  expect(tab.history.state).toMatchObject({ key: router.location.key, idx: 1 });
  tab.history.back();
  expect(tab.history.state).toEqual({ idx: 0 });
  expect(router.location.key).toBe("default");
});

test("Back closes an overlay, which the router does not see, and then leaves the page", async () => {
  const { tab, router, moves, closeOnBack } = await openTab();
  const close = vi.fn(() => true);
  const end = closeOnBack(close);
  tab.history.back();
  end();
  expect(close).toHaveBeenCalledOnce();
  expect(moves).toEqual([]);
  expect(router.location.pathname).toBe("/feed");
  tab.history.back();
  expect(moves).toEqual([-1]);
  expect(router.location.pathname).toBe("/");
});

test("Back closes an overlay of the first page, whose entry has no key", async () => {
  const { tab, moves, closeOnBack } = await openTab();
  tab.history.back();
  const close = vi.fn(() => true);
  closeOnBack(close);
  tab.history.back();
  expect(close).toHaveBeenCalledOnce();
  expect(moves).toEqual([-1]);
});

test("Back skips the entry of an overlay that was closed in another way", async () => {
  const { tab, router, moves, push, closeOnBack } = await openTab();
  closeOnBack(() => true)();
  push("/post");
  tab.history.back();
  expect(router.location.pathname).toBe("/feed");
  tab.history.back();
  expect(router.location.pathname).toBe("/");
  expect(moves).toEqual([-1, -1]);
});
