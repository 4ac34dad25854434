import { afterEach, expect, test, vi } from "vitest";
import { arrowStep } from "~/ui/direction";

afterEach(() => void vi.unstubAllGlobals());

test.each([
  ["ltr", { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 0, Home: 0 }],
  ["rtl", { ArrowLeft: 1, ArrowRight: -1, ArrowUp: 0, Home: 0 }],
])("an arrow key leads on in the direction of a page that is %s", (direction, steps) => {
  vi.stubGlobal("getComputedStyle", () => ({ direction }));
  // The stub reads nothing of the element.
  const element = {} as Element;
  expect(Object.fromEntries(Object.keys(steps).map((key) => [key, arrowStep(key, element)]))).toEqual(steps);
});
