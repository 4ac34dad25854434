import { afterEach, expect, test, vi } from "vitest";
import { $stories, loadMoreStories, retryStories } from "~/features/stories/use-stories";
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

test("further members are added once, also when their first request has failed", async () => {
  vi.spyOn(link, "state", "get").mockReturnValue("open");
  const answers = [Response.error(), Response.json([{ id: "noa" }])];
  const get = vi.fn(async () => answers.shift() ?? Response.error());
  vi.stubGlobal("fetch", get);
  $stories.set({ phase: "ready", members: [], next: "more" });
  await loadMoreStories();
  expect($stories.get().members).toEqual([]);
  await Promise.all([loadMoreStories(), loadMoreStories()]);
  expect($stories.get()).toEqual({ phase: "ready", members: [{ id: "noa" }], next: null });
  await loadMoreStories();
  expect(get).toHaveBeenCalledTimes(2);
});

test("members that arrive after the strip was loaded anew are dropped", async () => {
  vi.spyOn(link, "state", "get").mockReturnValue("open");
  let answer = (_: Response) => {};
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  $stories.set({ phase: "ready", members: [], next: "old" });
  const loading = loadMoreStories();
  $stories.set({ phase: "ready", members: [], next: "new" });
  answer(Response.json([{ id: "noa" }]));
  await loading;
  expect($stories.get()).toEqual({ phase: "ready", members: [], next: "new" });
});
