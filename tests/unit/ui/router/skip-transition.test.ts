import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { skipTransitionOnBack } from "~/ui/router/use-skip-transition-on-back";
import { projectRoot } from "../../../../scripts/local-state";

const LIB = "node_modules/react-router/dist/production/lib";

test("React Router starts transitions by the method of the document, and throws when one is not ready in time", () => {
  const code = readFileSync(path.join(projectRoot, LIB, "components.js"), "utf8");
  const where = `${LIB}/components.js: compare app/ui/router/use-skip-transition-on-back.ts with it`;
  expect(code.match(/= router\.window\.document\.startViewTransition\(/g), where).toHaveLength(2);
  expect(code, where).toMatch(
    /transition\.ready\.catch\(\(reason\) => \{\s*if \(.*"AbortError"\)\) throw reason;/,
  );
});

test("Back skips the running transition, and one that took too long to draw is no error", async () => {
  const transition = {
    ready: Promise.reject(new DOMException("too late", "TimeoutError")),
    skipTransition: vi.fn(),
  };
  const start = vi.fn(() => transition);
  const page = { startViewTransition: start };
  const tab = new EventTarget();
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", tab);
  const end = skipTransitionOnBack();
  expect(page.startViewTransition()).toBe(transition);
  await expect(transition.ready).resolves.toBeUndefined();
  tab.dispatchEvent(new Event("popstate"));
  expect(transition.skipTransition).toHaveBeenCalledOnce();
  end?.();
  tab.dispatchEvent(new Event("popstate"));
  expect(transition.skipTransition).toHaveBeenCalledOnce();
  expect(page.startViewTransition).toBe(start);
});
