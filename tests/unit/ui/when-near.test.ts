import { afterEach, expect, test, vi } from "vitest";
import { whenNear } from "~/ui/when-near";

afterEach(() => void vi.unstubAllGlobals());

test("what counts is how it is now, however many changes are told at once", () => {
  let tell: (entries: { isIntersecting: boolean }[]) => void = () => {};
  const disconnect = vi.fn();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(listener: typeof tell) {
        tell = listener;
      }
      observe() {}
      disconnect = disconnect;
    },
  );
  const reached = vi.fn();
  // Nothing of the element is asked here.
  const stop = whenNear({} as Element, 100, reached);
  tell([{ isIntersecting: true }, { isIntersecting: false }]);
  expect(reached).not.toHaveBeenCalled();
  tell([{ isIntersecting: false }, { isIntersecting: true }]);
  expect(reached).toHaveBeenCalledOnce();
  stop();
  expect(disconnect).toHaveBeenCalledOnce();
});
