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
    ["ßeta", "S"],
    ["", ""],
  ])("of %j are %j", (name, expected) => {
    expect(initials(name, "en")).toBe(expected);
  });

  it("are in the upper case of the reader's language", () => {
    expect(initials("ilker ışık", "tr")).toBe("İI");
    expect(initials("ilker ışık", "en-XA")).toBe("II");
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
