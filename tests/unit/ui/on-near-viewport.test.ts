import { afterEach, expect, test, vi } from "vitest";
import { onNearViewport } from "~/ui/on-near-viewport";

afterEach(() => void vi.unstubAllGlobals());

test("uses the last of several changes delivered in one call", () => {
  let deliver: (entries: { isIntersecting: boolean }[]) => void = () => {};
  const disconnect = vi.fn();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(listener: typeof deliver) {
        deliver = listener;
      }
      observe() {}
      disconnect = disconnect;
    },
  );
  const callback = vi.fn();
  // The stub reads nothing of the element.
  const stop = onNearViewport({} as Element, 100, callback);
  deliver([{ isIntersecting: true }, { isIntersecting: false }]);
  expect(callback).not.toHaveBeenCalled();
  deliver([{ isIntersecting: false }, { isIntersecting: true }]);
  expect(callback).toHaveBeenCalledOnce();
  stop();
  expect(disconnect).toHaveBeenCalledOnce();
});
