import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CACHE_MS, POST_PREVIEWS_MAX } from "~/contract/limits";

const ids = (count: number) => Array.from({ length: count }, (_, at) => `post-${at}`);
let requests: { ids: string[]; answer: (status: number, found: string[]) => Promise<void> }[];

async function loadStore() {
  vi.resetModules();
  return import("~/features/chat/post-previews");
}

beforeEach(() => {
  vi.useFakeTimers();
  requests = [];
  vi.stubGlobal(
    "fetch",
    (address: string) =>
      new Promise<Response>((resolve) => {
        const asked = new URL(address, "https://afterglow.example").searchParams.get("ids")?.split(",") ?? [];
        requests.push({
          ids: asked,
          answer: async (status, found) => {
            resolve(
              Response.json(status === 200 ? found.map((id) => ({ id })) : { message: "No" }, { status }),
            );
            await vi.advanceTimersByTimeAsync(0);
          },
        });
      }),
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("fetches the previews that are asked for together with one call, and remembers those without one", async () => {
  const { $postPreviews, requestPreview } = await loadStore();
  for (const id of [...ids(3), ...ids(3)]) requestPreview("mara", id);
  await vi.advanceTimersByTimeAsync(20);
  expect(requests.map((one) => one.ids)).toEqual([ids(3)]);
  await requests[0]?.answer(200, ["post-1"]);
  expect(ids(3).map((id) => $postPreviews.get()[id]?.preview)).toEqual([null, { id: "post-1" }, null]);
  for (const id of ids(3)) requestPreview("mara", id);
  await vi.advanceTimersByTimeAsync(20);
  expect(requests).toHaveLength(1);
});

it("splits more than 20 into calls, one after another", async () => {
  const { requestPreview } = await loadStore();
  for (const id of ids(POST_PREVIEWS_MAX + 5)) requestPreview("mara", id);
  await vi.advanceTimersByTimeAsync(20);
  expect(requests.map((one) => one.ids.length)).toEqual([POST_PREVIEWS_MAX]);
  await requests[0]?.answer(200, []);
  expect(requests.map((one) => one.ids.length)).toEqual([POST_PREVIEWS_MAX, 5]);
});

it("fetches a preview again after five minutes", async () => {
  const { requestPreview } = await loadStore();
  requestPreview("mara", "post-0");
  await vi.advanceTimersByTimeAsync(20);
  await requests[0]?.answer(200, ["post-0"]);
  await vi.advanceTimersByTimeAsync(CACHE_MS);
  requestPreview("mara", "post-0");
  await vi.advanceTimersByTimeAsync(20);
  expect(requests).toHaveLength(2);
});

it("asks again after a failure, at the next request", async () => {
  const { $postPreviews, requestPreview } = await loadStore();
  requestPreview("mara", "post-0");
  await vi.advanceTimersByTimeAsync(20);
  await requests[0]?.answer(503, []);
  expect($postPreviews.get()).toEqual({});
  requestPreview("mara", "post-1");
  await vi.advanceTimersByTimeAsync(20);
  expect(requests[1]?.ids.toSorted()).toEqual(["post-0", "post-1"]);
});

it("keeps nothing of a member for the next one, nor a reply that comes after the change", async () => {
  const { $postPreviews, requestPreview } = await loadStore();
  requestPreview("mara", "post-0");
  await vi.advanceTimersByTimeAsync(20);
  requestPreview("noa", "post-1");
  await requests[0]?.answer(200, ["post-0"]);
  expect($postPreviews.get()).toEqual({});
});
