import { createElement } from "react";
import { renderToReadableStream } from "react-dom/server.node";
import { expect, test, vi } from "vitest";
import { lazyPart } from "~/ui/lazy-part";

test("fetches the code of a part once ahead of its render, and again after a failure", async () => {
  const load = vi.fn(() => Promise.resolve({ default: () => "the part" }));
  // With the retry that follows at once.
  load.mockRejectedValueOnce(new Error("offline")).mockRejectedValueOnce(new Error("offline"));
  const Part = lazyPart(load);
  Part.preload();
  await expect.poll(() => load.mock.calls.length).toBe(2);
  await expect
    .poll(() => {
      Part.preload();
      return load.mock.calls.length;
    })
    .toBe(3);
  const page = await renderToReadableStream(createElement(Part));
  await page.allReady;
  expect(await new Response(page).text()).toContain("the part");
  expect(load).toHaveBeenCalledTimes(3);
});
