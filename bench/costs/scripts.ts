import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { type Browser, chromium, type Response } from "playwright-core";
import { projectRoot } from "../../scripts/local-state";
import { browserLaunch } from "../../tests/e2e/browser";
import { cookieOf } from "../dataset";

/** The end of a catalog's name. */
const HASH = "xxxxxxxx.js";

/** Returns the gzipped kilobytes of a page's catalogs in a language. */
export function catalogSize(catalogs: readonly string[], language: string): number {
  const folder = path.join(projectRoot, "build/client/assets");
  const files = readdirSync(folder);
  const sizes = catalogs.map((address) => {
    const start = path.basename(address).replace(/\.en-.*/, `.${language}-`);
    // The hash has eight characters: the language for tests, en-XA, begins as English does.
    const file = files.find((name) => name.startsWith(start) && name.length === start.length + HASH.length);
    if (!file) throw new Error(`${start}… was not built.`);
    return gzipSync(readFileSync(path.join(folder, file))).length;
  });
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}

/** The pages with goals for their scripts, by their names in the table of costs. */
const pages = ["/login", "/feed", "/chat", "/post", "/post/:id", "/profile"] as const;

export type ScriptPage = (typeof pages)[number];

/** Another member than that of the costs, whose account the costs delete. */
const COOKIE = cookieOf(20);

/** The goals are those of phones. On wide screens the feed loads the column beside it too. */
const PHONE = { width: 390, height: 844 };

/** The scripts that a browser loads. */
export interface Scripts {
  /** Gzipped. */
  kilobytes: number;
  files: number;
  /** The addresses of the catalogs that it loads besides, in English. */
  catalogs: string[];
}

/** Returns the scripts that each page loads on a first visit without a press, until its network is idle. */
export async function measureScripts(origin: string): Promise<Map<ScriptPage, Scripts>> {
  const browser = await chromium.launch(await browserLaunch());
  try {
    const feed = await fetch(`${origin}/api/feed`, { headers: { Cookie: COOKIE } });
    const [post]: { id: string }[] = await feed.json();
    const scripts = pages.map(async (name) => {
      const at = name.replace(":id", post?.id ?? "");
      return [name, await scriptsOf(browser, origin, at)] as const;
    });
    return new Map(await Promise.all(scripts));
  } finally {
    await browser.close();
  }
}

async function scriptsOf(browser: Browser, origin: string, at: string): Promise<Scripts> {
  // The requests that a service worker passes on would be counted twice.
  const context = await browser.newContext({ baseURL: origin, viewport: PHONE, serviceWorkers: "block" });
  if (at !== "/login") {
    const [cookie = "", value = ""] = COOKIE.split("=");
    await context.addCookies([{ name: cookie, value, url: origin }]);
  }
  const page = await context.newPage();
  const bodies: Promise<Buffer>[] = [];
  const catalogs: string[] = [];
  const count = (response: Response) => {
    const { pathname } = new URL(response.url());
    if (/\.en-[\w-]{8}\.js$/.test(pathname)) catalogs.push(pathname);
    else if (response.request().resourceType() === "script") bodies.push(response.body());
  };
  page.on("response", count);
  const reply = await page.goto(at);
  if (new URL(page.url()).pathname !== at || !reply?.ok()) throw new Error(`${at} led to ${page.url()}.`);
  await page.waitForLoadState("networkidle");
  // A later script would be read while the page is closed.
  page.off("response", count);
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length);
  await context.close();
  return { kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1024, files: sizes.length, catalogs };
}
