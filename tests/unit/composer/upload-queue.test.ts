import { describe, expect, test, vi } from "vitest";
import { UploadError, type uploadPhoto } from "~/features/composer/upload-photo";
import { createUploadQueue } from "~/features/composer/upload-queue";

type Reply = Awaited<ReturnType<typeof uploadPhoto>["done"]>;

/** Creates a queue whose uploads the test ends. */
function queueOf() {
  const sent: {
    photo: Blob;
    report: (fraction: number) => void;
    end: (url: string) => void;
    fail: (error: Error) => void;
  }[] = [];
  const progress = vi.fn();
  const queue = createUploadQueue(progress, (photo, report) => {
    let cancel = () => {};
    const done = new Promise<Reply>((resolve, reject) => {
      const end = (url: string) => resolve({ url, width: 1, height: 1, contentType: "image/webp", size: 1 });
      sent.push({ photo, report, end, fail: reject });
      cancel = () => reject(new DOMException("Cancelled.", "AbortError"));
    });
    return { done, cancel };
  });
  const photos = Array.from({ length: 5 }, (_, at) => new Blob([String(at)]));
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  return { queue, photos, sent, progress, settled };
}

describe("the queue of uploads", () => {
  test("has three in flight, and starts the next one when one ends", async () => {
    const { queue, photos, sent, settled } = queueOf();
    const urls = photos.map(queue.upload);
    await settled();
    expect(sent.map(({ photo }) => photo)).toEqual(photos.slice(0, 3));
    sent[1]?.end("/media/b");
    expect(await urls[1]).toBe("/media/b");
    await settled();
    expect(sent.map(({ photo }) => photo)).toEqual(photos.slice(0, 4));
    sent[0]?.fail(new UploadError("Too large"));
    await expect(urls[0]).rejects.toThrow("Too large");
    await settled();
    expect(sent).toHaveLength(5);
    for (const at of [2, 3, 4]) sent[at]?.end(`/media/${at}`);
    expect(await Promise.all(urls.slice(2))).toEqual(["/media/2", "/media/3", "/media/4"]);
  });

  test("uploads a photo once, and again after a failure", async () => {
    const { queue, photos, sent, settled } = queueOf();
    const [photo = new Blob()] = photos;
    const first = queue.upload(photo);
    expect(queue.upload(photo)).toBe(first);
    await settled();
    sent[0]?.fail(new UploadError("Offline"));
    await expect(first).rejects.toThrow("Offline");
    const second = queue.upload(photo);
    await settled();
    sent[1]?.end("/media/a");
    expect(await second).toBe("/media/a");
    expect(await queue.upload(photo)).toBe("/media/a");
    expect(sent).toHaveLength(2);
    queue.forget();
    void queue.upload(photo);
    await settled();
    expect(sent).toHaveLength(3);
  });

  test("reports the progress of each photo, and its end", async () => {
    const { queue, photos, sent, progress, settled } = queueOf();
    const [photo = new Blob()] = photos;
    const url = queue.upload(photo);
    await settled();
    sent[0]?.report(0.5);
    sent[0]?.end("/media/a");
    await url;
    expect(progress.mock.calls).toEqual([
      [photo, 0],
      [photo, 0.5],
      [photo, null],
    ]);
  });

  test("cancels what is in flight and what waits, and keeps what is uploaded", async () => {
    const { queue, photos, sent, progress, settled } = queueOf();
    const urls = photos.map(queue.upload);
    const outcomes = Promise.allSettled(urls);
    await settled();
    sent[0]?.end("/media/a");
    await urls[0];
    await settled();
    queue.cancelAll();
    const results = await outcomes;
    expect(results.map((result) => result.status)).toEqual(["fulfilled", ...Array(4).fill("rejected")]);
    for (const url of urls.slice(1)) await expect(url).rejects.toMatchObject({ name: "AbortError" });
    expect(sent).toHaveLength(4);
    expect(progress.mock.lastCall).toEqual([photos[4], null]);
    expect(await queue.upload(photos[0] ?? new Blob())).toBe("/media/a");

    // The places of the cancelled uploads are free again.
    void Promise.allSettled(photos.slice(1).map(queue.upload));
    await settled();
    expect(sent).toHaveLength(7);
  });

  test("a cancelled upload does not end the progress of a new one of the same photo", async () => {
    const { queue, photos, sent, progress, settled } = queueOf();
    const [photo = new Blob()] = photos;
    const first = queue.upload(photo);
    await settled();
    queue.cancel(photo);
    const second = queue.upload(photo);
    await expect(first).rejects.toMatchObject({ name: "AbortError" });
    await settled();
    expect(progress.mock.lastCall).toEqual([photo, 0]);
    sent[1]?.end("/media/a");
    expect(await second).toBe("/media/a");
  });
});
