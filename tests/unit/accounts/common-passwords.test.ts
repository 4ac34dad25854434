import { beforeEach, expect, test, vi } from "vitest";
import { commonPasswordLines } from "../../../scripts/common-passwords";

/** Static files with this reply. Returns the list that reads them, in a Worker that has just started. */
async function listIn(reply: () => Response) {
  vi.resetModules();
  const { commonPasswords } = await import("~/platform/password-lists");
  const fetch = vi.fn(async () => reply());
  return { fetch, list: commonPasswords({ fetch }) };
}

let started: Awaited<ReturnType<typeof listIn>>;
beforeEach(async () => {
  started = await listIn(() => new Response(commonPasswordLines()));
});

test("the file has 10,000 passwords of at least 6 characters, in lower case", () => {
  const lines = commonPasswordLines().split("\n");
  expect(new Set(lines).size).toBe(10_000);
  expect(lines.filter((password) => password.length < 6 || password !== password.toLowerCase())).toEqual([]);
});

test.each(["password", "PassWord1", "qwerty123", "１２３４５６"])(
  "%s is one of the most used",
  async (password) => {
    expect(await started.list.has(password)).toBe(true);
  },
);

test.each(["golden hour", "password of mine", ""])("%j is not", async (password) => {
  expect(await started.list.has(password)).toBe(false);
});

test("the file is read once", async () => {
  await started.list.has("password");
  await started.list.has("golden hour");
  expect(started.fetch).toHaveBeenCalledExactlyOnceWith("https://files/common-passwords.txt");
});

test("throws while the file cannot be read", async () => {
  let isThere = false;
  const { list } = await listIn(() => new Response("letmein", { status: isThere ? 200 : 404 }));
  await expect(list.has("letmein")).rejects.toThrow("The most used passwords returned 404.");
  isThere = true;
  expect(await list.has("letmein")).toBe(true);
});
