import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { accentOf, accentStyles, contrast, grounds, hexOf, isColour, ON_GLOW } from "~/contract/accent";

const css = readFileSync(new URL("../../../app/app.css", import.meta.url), "utf8");

/** Returns a token of app.css in a theme as `#rrggbb`. */
function token(name: string, theme: "light" | "dark"): string {
  const [, line = ""] = new RegExp(`--${name}: (.*);`).exec(css) ?? [];
  const values = [...line.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)];
  const [, lightness, chroma, hue] = values[theme === "light" ? 0 : values.length - 1] ?? [];
  return hexOf([Number(lightness), Number(chroma), Number(hue)]);
}

/** The corners of sRGB, greys, and 589 others that are the same in each run. */
const colours = [
  ..."000000 ffffff ff0000 00ff00 0000ff ffff00 ff00ff 00ffff 808080 767676 bc3e0d".split(" "),
  ...Array.from({ length: 589 }, (_, at) => ((at * 2_654_435_761) % 0xffffff).toString(16).padStart(6, "0")),
].map((digits) => `#${digits}`);

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  test("the grounds are those of app.css", () => {
    expect(grounds[theme]).toEqual(["paper", "surface", "wash"].map((name) => token(name, theme)));
    expect(ON_GLOW).toBe(token("on-glow", theme));
  });

  test("every colour has the contrast of WCAG AA on all grounds, and text on it", () => {
    const failed = colours.filter((colour) => {
      const { ember = "", "ember-strong": strong = "", focus = "", ...glow } = accentOf(colour)[theme];
      const holds = (shade: string, ratio: number) =>
        grounds[theme].every((ground) => contrast(shade, ground) >= ratio);
      const stops = ["glow-amber", "glow-ember", "glow-rose"].map((name) => glow[name] ?? "");
      return !(
        holds(strong, 4.5) &&
        holds(ember, 3) &&
        holds(focus, 3) &&
        contrast(token("on-ember", theme), strong) >= 4.5 &&
        stops.every((stop) => contrast(ON_GLOW, stop) >= 4.5)
      );
    });
    expect(failed).toEqual([]);
  });
});

test("a colour that can be read stays as it is, and another one is shifted", () => {
  const blue = accentOf("#0B57D0");
  expect(blue.light).toMatchObject({ "ember-strong": "#0b57d0", ember: "#0b57d0", focus: "#0b57d0" });
  expect(blue.shifted).toEqual(["dark"]);
  expect(accentOf("#ffff00").dark["ember-strong"]).toBe("#ffff00");
  expect(accentOf("#ffff00").shifted).toEqual(["light"]);
});

test("the style sheet sets each shade in both themes, and none in forced colours", () => {
  const styles = accentStyles("#0b57d0");
  expect(styles).toMatch(/^@media \(forced-colors:none\)\{:root,\[data-theme\]\{--ember:#0b57d0;/);
  expect(styles.match(/--ember-strong:#/g)).toHaveLength(3);
  expect(styles).not.toMatch(/[<>]/);
});

test.each(["#fff", "red", "#12345", "#12345g", "#123456;", ""])("%j is no colour", (text) => {
  expect(isColour(text)).toBe(false);
});
