import { expect, test } from "vitest";
import { leftOutTexts } from "~/features/studio/left-out-note";
import { english } from "../../factories/english";

const MOOD = "This demo engine could not draw these words; it painted their mood.";

test.each([
  [[], false, []],
  [["teapot", "lemons"], false, ["Left out: teapot, lemons"]],
  [["teapot"], true, [MOOD, "Left out: teapot"]],
  [["a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8"], false, ["Left out: a1, b2, c3, d4, e5, f6, g7, h8"]],
  [
    ["a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8", "i9", "j10"],
    false,
    ["Left out: a1, b2, c3, d4, e5, f6, g7, h8 and 2 more"],
  ],
])("names the words %j that an image leaves out", (words, isAll, texts) => {
  expect(leftOutTexts(english, { words, isAll })).toEqual(texts);
});
