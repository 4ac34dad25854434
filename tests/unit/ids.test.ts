import { expect, test } from "vitest";
import { newId } from "~/contract/ids";

test("makes unique UUIDv7 ids that sort by their time", () => {
  const ids = Array.from({ length: 2000 }, (_, n) => newId(1_700_000_000_000 + n));
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(2000);
  for (const id of ids.slice(0, 20))
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(newId(0x0123456789ab)).toMatch(/^01234567-89ab-7/);
});
