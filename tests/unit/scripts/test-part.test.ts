import { expect, test } from "vitest";
import { shareOf } from "../../../scripts/test-part";

test("without a part, a run has all tests", () => {
  expect(shareOf(undefined)).toEqual({ hasCode: true, browsers: [] });
});

test.each([2, 3, 4, 11])(
  "of %i parts one has the code, and each shard of the browser tests is in one",
  (count) => {
    const shares = Array.from({ length: count }, (_, at) => shareOf(`${at + 1}/${count}`));
    expect(shares.map(({ hasCode }) => hasCode)).toEqual([true, ...Array(count - 1).fill(false)]);
    // Playwright's shards of one count have each test once.
    const shards = Array.from({ length: count - 1 }, (_, at) => [`--shard=${at + 1}/${count - 1}`]);
    expect(shares.map(({ browsers }) => browsers)).toEqual([null, ...shards]);
  },
);

test.each(["", "1", "1/1", "0/3", "4/3", "-1/3", "1.5/3", "1/3/2", "01/3", "a/b", " 1/3", "1/100"])(
  "refuses the part %j",
  (part) => {
    expect(() => shareOf(part)).toThrow(`"${part}" is no part of the tests.`);
  },
);
