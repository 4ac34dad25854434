import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Oklch = readonly [lightness: number, chroma: number, hue: number];
type Theme = "light" | "dark";

const css = ["app.css", "ui/components.css"]
  .map((file) => readFileSync(new URL(`../../../app/${file}`, import.meta.url), "utf8"))
  .join("");
const number = "([\\d.]+)";
const oklch = `oklch\\(${number} ${number} ${number}\\)`;

function token(name: string, theme: Theme): Oklch {
  const pair = new RegExp(`--${name}: light-dark\\(${oklch}, ${oklch}\\);`).exec(css);
  const values =
    pair?.slice(theme === "light" ? 1 : 4) ?? new RegExp(`--${name}: ${oklch};`).exec(css)?.slice(1);
  if (!values) throw new Error(`app.css has no --${name}`);
  const [lightness, chroma, hue] = values.map(Number);
  return [lightness ?? 0, chroma ?? 0, hue ?? 0];
}

/** Relative luminance (WCAG 2.2) of an OKLCH colour, clipped to sRGB as a browser's screen does. */
function luminance([lightness, chroma, hue]: Oklch): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
  const inGamut = (value: number) => Math.min(1, Math.max(0, value));
  return 0.2126 * inGamut(red) + 0.7152 * inGamut(green) + 0.0722 * inGamut(blue);
}

function contrast(one: Oklch, other: Oklch): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ["paper", "surface", "wash"];
const onGrounds = (names: string[]) => names.flatMap((name) => grounds.map((ground) => [name, ground]));

describe.each<Theme>(["light", "dark"])("in the %s theme", (theme) => {
  it.each([
    ...onGrounds(["ink", "muted", "ember-strong", "danger", "success"]),
    ["on-ember", "ember-strong"],
    ["on-danger", "danger"],
    ["paper", "ink"],
    ["dusk-ink", "dusk-deep"],
    ["dusk-muted", "dusk-deep"],
  ])("%s is readable on %s", (text = "", ground = "") => {
    expect(contrast(token(text, theme), token(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(onGrounds(["edge", "ember", "focus"]))("%s is visible on %s", (shape = "", ground = "") => {
    expect(contrast(token(shape, theme), token(ground, theme))).toBeGreaterThanOrEqual(3);
  });
});

it("keeps the landing's main button readable wherever its text lies on the gradient", () => {
  for (const stop of ["glow-amber", "glow-ember", "glow-rose"]) {
    expect(contrast(token("on-glow", "light"), token(stop, "light"))).toBeGreaterThanOrEqual(4.5);
  }
});

it("keeps initials readable on the tint of any name", () => {
  const rules = [
    ...css.matchAll(
      /(background|color): light-dark\(oklch\(([\d.]+) ([\d.]+) var\(--hue\)\), oklch\(([\d.]+) ([\d.]+) var\(--hue\)\)\)/g,
    ),
  ];
  const [ground, text] = rules.map((rule) => rule.slice(2).map(Number));
  for (let hue = 0; hue < 360; hue += 10) {
    for (const at of [0, 2]) {
      const tint: Oklch = [ground?.[at] ?? 0, ground?.[at + 1] ?? 0, hue];
      const letters: Oklch = [text?.[at] ?? 0, text?.[at + 1] ?? 0, hue];
      expect(contrast(letters, tint)).toBeGreaterThanOrEqual(4.5);
    }
  }
});
