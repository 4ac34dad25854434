import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { copiedEdits } from "~/features/darkroom/apply-edits";
import { isUnadjusted } from "~/features/darkroom/compare-edits";
import { noAdjustments, noEdits } from "~/features/darkroom/edits";
import { adjustmentsAt, looks, withAdjustments, withLook } from "~/features/darkroom/looks";
import { readOwnLooks, storeOwnLooks, withoutLook, withSavedLook } from "~/features/darkroom/own-looks";
import { readAdjustments } from "~/features/darkroom/stored-edits";
import { stubLocalStorage } from "../../factories/local-storage";

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubLocalStorage();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("there are a dozen looks beside the original, all different and within the sliders", () => {
  expect(looks).toHaveLength(13);
  expect(new Set(looks.map(({ adjustments }) => JSON.stringify(adjustments))).size).toBe(13);
  expect(new Set(looks.map(({ id }) => id)).size).toBe(13);
  // Reading rounds and limits them.
  for (const { adjustments } of looks) expect(readAdjustments(adjustments)).toEqual(adjustments);
});

test("the strength of a look scales its sliders and its curve", () => {
  const look = {
    id: "a",
    name: "A",
    adjustments: { ...noAdjustments, warmth: -40, curve: [[0, 50]] as const },
  };
  expect(adjustmentsAt(look, 50)).toMatchObject({ warmth: -20, curve: [[0, 25]] });
  expect(isUnadjusted({ ...adjustmentsAt(look, 0), curve: [] })).toBe(true);
  expect(withAdjustments(withLook(noEdits, look, 50), { light: 3 })).toMatchObject({
    adjustments: { light: 3, warmth: -20 },
    look: null,
  });
});

test("a member's looks are kept by member, eight at most, one of a name", () => {
  let own = readOwnLooks("ada");
  for (let n = 0; n < 12; n++) own = withSavedLook(own, ` Look ${n} `, { ...noAdjustments, light: n });
  own = withSavedLook(own, "Look 11", { ...noAdjustments, light: 99 });
  expect(own.saved.map(({ name }) => name)).toEqual([4, 5, 6, 7, 8, 9, 10, 11].map((n) => `Look ${n}`));
  expect(own.saved.at(-1)?.adjustments.light).toBe(99);
  expect(storeOwnLooks("ada", { ...own, last: noAdjustments })).toBe(true);
  expect(readOwnLooks("ada")).toEqual({ ...own, last: noAdjustments });
  expect(readOwnLooks("grace").saved).toEqual([]);
  expect(withoutLook(own, own.saved[0]?.id ?? "").saved).toHaveLength(7);
});

test.each(["nonsense", "[]", '{"saved":[1,{"id":"a"},{"id":"b","name":" "}],"last":0}'])(
  "stored looks that are none, such as %s, are ignored",
  (value) => {
    stored.set("afterglow_looks_ada", value);
    expect(readOwnLooks("ada")).toEqual({ saved: [], last: null });
  },
);

test("copied edits are the adjustments, and the crop where that is wanted", () => {
  const edits = { ...withAdjustments(noEdits, { light: 20 }), turns: 1 };
  const other = { ...noEdits, straighten: 4 };
  expect(copiedEdits(edits, other, false)).toMatchObject({
    straighten: 4,
    turns: 0,
    adjustments: { light: 20 },
  });
  expect(copiedEdits(edits, other, true)).toEqual(edits);
});
