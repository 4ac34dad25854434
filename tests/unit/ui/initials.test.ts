import { describe, expect, it } from "vitest";
import { initials, nameHue } from "~/ui/initials";

describe("initials", () => {
  it.each([
    ["Ada Lovelace", "AL"],
    ["ada", "A"],
    ["Gabriel García Márquez", "GM"],
    ["  Zoë   Ångström ", "ZÅ"],
    ["mira_sol", "M"],
    ["李 小龙", "李小"],
    ["(Bob) 'Smith'", "BS"],
    ["", ""],
  ])("of %j are %j", (name, expected) => {
    expect(initials(name)).toBe(expected);
  });
});

describe("the hue of a name", () => {
  it("is the same in every release", () => {
    const hues = ["Ada Lovelace", "mira", "", "李小龙"].map(nameHue);
    expect(hues).toEqual([56, 296, 31, 83]);
  });

  it("is never green or blue", () => {
    for (let number = 0; number < 500; number++) {
      expect((nameHue(`member ${number}`) - 290 + 360) % 360).toBeLessThan(160);
    }
  });
});
