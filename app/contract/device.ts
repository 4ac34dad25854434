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

/** Returns a readable name for the device of a `User-Agent` header, such as "Firefox on Windows". */
export function deviceOf(userAgent: string): { name: string; isPhone: boolean } {
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = find(browsers);
  const system = find(systems);
  const name = browser && system ? `${browser} on ${system}` : (browser ?? system ?? "Unknown device");
  return { name, isPhone: /iPhone|Android.*Mobile/.test(userAgent) };
}
