import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";

/** The first match wins, because the user agents of most browsers also name others. */
const browsers: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\/|Chromium\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const systems: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "Mac"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

interface Device {
  /** "Firefox on Windows"; a string for the name of a product alone. */
  name: MessageDescriptor | string;
  isPhone: boolean;
}

/** Returns the device of a `User-Agent` header, with a readable name. */
export function deviceOf(userAgent: string): Device {
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = find(browsers);
  const system = find(systems);
  const name =
    browser && system ? msg`${{ browser }} on ${{ system }}` : (browser ?? system ?? msg`Unknown device`);
  return { name, isPhone: /iPhone|Android.*Mobile/.test(userAgent) };
}
