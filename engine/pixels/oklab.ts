import { linear, type Rgb } from "./colour";

export interface Oklab {
  l: number;
  a: number;
  b: number;
}

const screen = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

/** Converts gamma-encoded sRGB to Oklab (Ottosson 2020), in which equal distances look equally different. */
export function toOklab({ r, g, b }: Rgb): Oklab {
  const [lr, lg, lb] = [linear(r), linear(g), linear(b)];
  const l = Math.cbrt(0.4122214708 * lr + 0.5363325363 * lg + 0.0514459929 * lb);
  const m = Math.cbrt(0.2119034982 * lr + 0.6806995451 * lg + 0.1073969566 * lb);
  const s = Math.cbrt(0.0883024619 * lr + 0.2817188376 * lg + 0.6299787005 * lb);
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

/** Converts Oklab to gamma-encoded sRGB; colours outside sRGB leave [0, 1]. */
export function fromOklab({ l, a, b }: Oklab): Rgb {
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return {
    r: screen(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    g: screen(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    b: screen(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  };
}
