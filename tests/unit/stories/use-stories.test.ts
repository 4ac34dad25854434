import { afterEach, expect, test, vi } from "vitest";
import { $stories, retryStories } from "~/features/stories/use-stories";
import { link } from "~/realtime/link";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a late reply does not replace that of a later request", async () => {
  vi.spyOn(link, "state", "get").mockReturnValue("open");
  const replies: ((members: object[]) => void)[] = [];
  vi.stubGlobal(
    "fetch",
    () => new Promise<Response>((resolve) => replies.push((members) => resolve(Response.json(members)))),
  );
  retryStories();
  retryStories();
  replies[1]?.([{ id: "noa" }]);
  await vi.waitFor(() => expect($stories.get().members).toEqual([{ id: "noa" }]));
  replies[0]?.([]);
  await new Promise((resolve) => setTimeout(resolve));
  expect($stories.get().members).toEqual([{ id: "noa" }]);
});
