import { expect, test } from "vitest";
import { readBody } from "~/platform/request-body";

/** Sends eight bytes, and tells whether anything of them was read. */
function send(statedLength: number) {
  let isRead = false;
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    isRead = true;
    controller.enqueue(new Uint8Array(8));
    controller.close();
  };
  // Without a high-water mark of 0, the stream would be asked before anybody reads it.
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  const headers = { "Content-Length": String(statedLength) };
  const init = { method: "POST", body, duplex: "half", headers } as RequestInit;
  const request = new Request("https://afterglow.test", init);
  return { bytes: readBody(request, { maxBytes: 10 }), isRead: () => isRead };
}

test("a body that states a larger length is refused before anything of it is read", async () => {
  const { bytes, isRead } = send(11);
  await expect(bytes).rejects.toMatchObject({ code: "too_large" });
  expect(isRead()).toBe(false);
});

test("a body within the limit is read", async () => {
  const { bytes, isRead } = send(8);
  expect(await bytes).toEqual(new Uint8Array(8));
  expect(isRead()).toBe(true);
});
