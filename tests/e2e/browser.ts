import chromium from "@sparticuz/chromium";
import type { LaunchOptions } from "playwright-core";

/**
 * How the tests start a browser: on Linux x64 the Chromium that comes inside an npm package, so that a machine without a
 * browser can run them; elsewhere the Chrome that is installed.
 */
export async function browserLaunch(): Promise<LaunchOptions> {
  if (process.platform !== "linux" || process.arch !== "x64") return { channel: "chrome" };
  return {
    executablePath: await chromium.executablePath(),
    // The package's own arguments are made for functions in a cloud; these are what a container without a GPU needs.
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--font-render-hinting=none",
      "--headless=shell",
    ],
    headless: true,
  };
}
