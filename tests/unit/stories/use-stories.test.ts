import { afterEach, expect, test, vi } from "vitest";
import { $stories, loadMoreStories, retryStories, updateStories } from "~/features/stories/use-stories";
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

/** Answers the requests for the strip in turn, and opens it. */
async function openStrip(...answers: (Response | Promise<Response>)[]) {
  vi.spyOn(link, "state", "get").mockReturnValue("open");
  const get = vi.fn(async () => answers.shift() ?? Response.error());
  vi.stubGlobal("fetch", get);
  retryStories();
  await vi.waitFor(() => expect($stories.get().phase).toBe("ready"));
  return get;
}

const page = (ids: string[], next?: string) =>
  Response.json(
    ids.map((id) => ({ id })),
    { headers: next ? { Link: `</api/connections/stories?cursor=${next}>; rel="next"` } : {} },
  );
const shown = () => $stories.get().members.map(({ id }) => id);

test("further members are added once, also when their first request has failed", async () => {
  const get = await openStrip(page(["ada"], "ada"), Response.error(), page(["noa"]));
  await loadMoreStories();
  expect(shown()).toEqual(["ada"]);
  await Promise.all([loadMoreStories(), loadMoreStories()]);
  expect(shown()).toEqual(["ada", "noa"]);
  await loadMoreStories();
  expect(get).toHaveBeenCalledTimes(3);
});

test("members that arrive after the strip was loaded anew are dropped", async () => {
  let answer = (_: Response) => {};
  const late = new Promise<Response>((resolve) => (answer = resolve));
  await openStrip(page(["ada"], "ada"), late, page(["eve"], "eve"));
  const loading = loadMoreStories();
  retryStories();
  await vi.waitFor(() => expect(shown()).toEqual(["eve"]));
  answer(page(["noa"]));
  await loading;
  expect(shown()).toEqual(["eve"]);
});

test("members of later pages stay when a connection changes, without the one who disconnected", async () => {
  const changed = page(["new", "ada"], "ada");
  await openStrip(
    page(["ada", "bea"], "bea"),
    page(["noa", "zoe"], "zoe"),
    changed,
    page(["new", "ada"], "ada"),
  );
  await loadMoreStories();
  updateStories({ fromUserId: "new", toUserId: "me", status: "accepted" });
  await vi.waitFor(() => expect(shown()).toEqual(["new", "ada", "bea", "noa", "zoe"]));
  updateStories({ fromUserId: "me", toUserId: "noa", status: "disconnected" });
  await vi.waitFor(() => expect(shown()).toEqual(["new", "ada", "bea", "zoe"]));
});
