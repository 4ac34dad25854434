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
  it("is deterministic, and never green or blue", () => {
    for (const name of ["Ada Lovelace", "mira", "", "李小龙", "x".repeat(100)]) {
      expect(nameHue(name)).toBe(nameHue(name));
      expect((nameHue(name) - 290 + 360) % 360).toBeLessThan(160);
    }
  });
});
