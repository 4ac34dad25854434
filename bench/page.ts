import { rmSync } from "node:fs";
import { chromium } from "playwright-core";
import { DEMO_PASSWORD } from "../scripts/demo/dataset";
import { startLocalServer } from "../scripts/local-server";
import { build } from "../scripts/run";
import { browserLaunch } from "../tests/e2e/browser";
import { startCeilings } from "./ceilings";
import { makePageDataset, stateOfPages } from "./page/dataset";
import { timesToHydrated } from "./page/hydration";
import { type Loaded, load } from "./page/load";
import { type Cookies, noted, openPhone, type Phone } from "./page/phone";
import { type Scrolled, scroll, watchTasks } from "./page/scroll";

/** `npm run bench:page`: the landing page and the feed on a slow phone. Method and figures: docs/performance.md. */
const LOADS = 5;
const RELOADS = 15;
const CARDS = 1000;
const LIKES = 8;
const DISTANCE = 25_000;

const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
const ms = (value: number) => `${value.toFixed(0)} ms`;
const median = (values: number[]) =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const most = (values: number[]) => Math.max(0, ...values);

function reportLoads(name: string, loads: Loaded[]): void {
  const [last] = loads;
  if (!last) return;
  const of = (value: (load: Loaded) => number) => loads.map(value);
  console.log(
    `${name.padEnd(24)} FCP ${ms(median(of(({ fcp }) => fcp)))}  LCP ${ms(median(of(({ lcp }) => lcp)))} (worst ${ms(most(of(({ lcp }) => lcp)))})  CLS ${most(of(({ cls }) => cls)).toFixed(4)}  images ${kb(last.imageBytes)}  scripts ${kb(last.scriptBytes)}  longest task ${ms(median(of(({ longTasks }) => most(longTasks.map((task) => task.ms)))))}`,
  );
  console.log(`  LCP is ${last.lcpElement}`);
  for (const { src, times } of last.widest.slice(0, 3))
    console.log(`  ${times.toFixed(2)} times its box: ${src}`);
}

function reportScroll(
  name: string,
  { fps, late, busy, longestFrame, longestTask, tasksOver50, distance }: Scrolled,
): void {
  console.log(
    `${name.padEnd(34)} ${fps.toFixed(1)} frames/s  ${(late * 100).toFixed(1)} % late  thread ${(busy * 100).toFixed(0)} % busy  longest frame ${ms(longestFrame)}  longest task ${ms(longestTask)} (${tasksOver50} over 50)  ${distance.toFixed(0)} px`,
  );
}

/**
 * Likes cards one after the other.
 * @returns the time from each click to the next paint, in milliseconds
 */
async function like({ page }: Phone): Promise<number[]> {
  const before = (await noted(page)).interactions.length;
  // Selects by a data attribute: a role selector would compute the accessible name of every element of a thousand
  // cards.
  const buttons = page.locator('[role=feed] [aria-label="Like"]');
  for (let n = 0; n < LIKES; n++) {
    const button = buttons.nth(n);
    const was = await button.getAttribute("aria-pressed");
    await button.evaluate((element) => element.scrollIntoView({ block: "center" }));
    const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {};
    // Not `tap` of the button: its check of what is under the finger is part of the press.
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    await page.waitForFunction(
      ([element, old]) => element instanceof Element && element.getAttribute("aria-pressed") !== old,
      [await button.elementHandle(), was] as const,
    );
  }
  return (await noted(page)).interactions.slice(before).map((one) => one.ms);
}

async function cardsOf({ page }: Phone): Promise<number> {
  return page.locator("[role=feed] article").count();
}

/**
 * Scrolls to the end until `cards` are loaded.
 * @returns the longest task of each loaded page, in milliseconds of the page's thread
 */
async function loadCards(phone: Phone, count: number): Promise<number[]> {
  const { page, devtools } = phone;
  const longest: number[] = [];
  for (let there = await cardsOf(phone); there < count; there = await cardsOf(phone)) {
    const stopTasks = await watchTasks(devtools);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await page.waitForFunction((old) => document.querySelectorAll("[role=feed] article").length > old, there);
    longest.push(most(await stopTasks()));
  }
  return longest;
}

const { state, isKept } = stateOfPages();
if (!process.env.BENCH_BUILT) await build();
await makePageDataset(state);
const server = await startLocalServer({ port: 0, state, vars: { AFTERGLOW_RATE_LIMITS: "off" } });
const ceilings = await startCeilings();
const browser = await chromium.launch(await browserLaunch());
const origin = server.url;

async function logIn(): Promise<Cookies> {
  const context = await browser.newContext({ baseURL: origin });
  await context.request.post("/api/auth/login", {
    data: { email: "mira.sol@afterglow.example", password: DEMO_PASSWORD },
  });
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

const cookies = await logIn();
console.log("First visit: 1.6 Mbit/s, 150 ms, a quarter of the processor");
const hellos: Loaded[] = [];
const landings: Loaded[] = [];
const feeds: Loaded[] = [];
const waits: number[][] = [];
for (let n = 0; n < LOADS; n++) {
  hellos.push(await load(browser, { origin: ceilings.origin, path: "/document" }));
  landings.push(await load(browser, { origin, path: "/" }));
  feeds.push(
    await load(browser, { origin, path: "/feed", cookies }, async (phone) => {
      waits.push(await like(phone));
    }),
  );
}
reportLoads("ceiling: a heading", hellos);
reportLoads("landing", landings);
reportLoads("feed", feeds);
console.log(
  `like                     INP ${ms(median(waits.map(most)))} (worst visit ${ms(most(waits.map(most)))}), median like ${ms(median(waits.flat()))}`,
);

const warm = await openPhone(browser, { origin, cookies, slowNetwork: false });
const reloads = await timesToHydrated(warm, "/feed", RELOADS);
const hydrated = reloads.map((one) => one.hydrated);
console.log(
  `\nThe feed with a warm cache, a quarter of the processor: FCP ${ms(median(reloads.map(({ paint }) => paint)))}, hydrated after ${ms(median(hydrated))} (least ${ms(Math.min(...hydrated))})`,
);
await warm.context.close();

console.log(`\nScrolling, a quarter of the processor`);
const empty = await openPhone(browser, { origin: ceilings.origin, slowNetwork: false });
await empty.page.goto("/document");
await empty.page.evaluate((height) => {
  document.body.style.height = `${height}px`;
}, DISTANCE * 3);
reportScroll("ceiling: an empty page", await scroll(empty, DISTANCE));
await empty.context.close();

const phone = await openPhone(browser, { origin, cookies, slowNetwork: false });
await phone.page.goto("/feed");
await phone.page.waitForLoadState("networkidle");
reportScroll("feed, pages coming in", await scroll(phone, DISTANCE));
const tasks = await loadCards(phone, CARDS);
console.log(
  `${"a page of 20 more".padEnd(34)} longest task: first five ${ms(median(tasks.slice(0, 5)))}, last five ${ms(median(tasks.slice(-5)))}, worst ${ms(most(tasks))}`,
);
console.log(`${await cardsOf(phone)} cards are there.`);
reportScroll("feed, up, never seen at this size", await scroll(phone, -DISTANCE));
reportScroll("feed, down again", await scroll(phone, DISTANCE * 0.9));
const late = await like(phone);
console.log(`like with ${CARDS} cards     INP ${ms(most(late))}, median like ${ms(median(late))}`);
await phone.context.close();

await browser.close();
await ceilings.close();
await server.close();
if (!isKept) rmSync(state, { recursive: true, force: true });
