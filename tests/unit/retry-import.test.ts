import { expect, test } from "vitest";
import { retryImport } from "~/ui/retry-import";

test("repeats the import itself when the error names another module", async () => {
  const part = { name: "part" };
  const other = "https://afterglow.test/assets/other.js";
  let calls = 0;
  const load = retryImport(async () => {
    calls += 1;
    if (calls === 1) throw new TypeError(`error loading module: ${other}`);
    return part;
  });
  expect(await load()).toBe(part);
  expect(calls).toBe(2);
});
