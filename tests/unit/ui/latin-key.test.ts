import { expect, test } from "vitest";
import { latinKey } from "~/ui/latin-key";

test.each([
  ["z", "KeyZ", "z"],
  ["Z", "KeyZ", "z"],
  // A German keyboard has Y there.
  ["z", "KeyY", "z"],
  ["я", "KeyZ", "z"],
  ["ش", "KeyA", "a"],
  ["ç", "KeyC", "ç"],
  ["?", "Slash", "?"],
  ["ArrowLeft", "ArrowLeft", "arrowleft"],
  ["1", "Digit1", "1"],
  ["Dead", "KeyQ", "dead"],
])("%j on %s is %j", (key, code, expected) => {
  expect(latinKey({ key, code })).toBe(expected);
});
