import chromium from "@sparticuz/chromium";
import type { LaunchOptions } from "playwright-core";

/**
 * Returns Playwright's launch options: on Linux x64 the Chromium of an npm package, so that the tests need no installed
 * browser; elsewhere the installed Chrome.
 */
export async function browserLaunch(): Promise<LaunchOptions> {
  if (process.platform !== "linux" || process.arch !== "x64") return { channel: "chrome" };
  return {
    executablePath: await chromium.executablePath(),
    // The package's default arguments are for cloud functions; a container without a GPU needs these.
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
