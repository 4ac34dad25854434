import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";

/** Lighthouse's slow phone: 1.6 Mbit/s down, 150 ms latency, a quarter of this machine's CPU speed. */
const NETWORK = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
export const CPU_SLOWDOWN = 4;

export interface Phone {
  context: BrowserContext;
  page: Page;
  devtools: CDPSession;
}

/** Starts a phone's browser with an empty cache, a slowed CPU and, on request, a slowed network. */
export async function openPhone(
  browser: Browser,
  { origin, cookies, slowNetwork }: { origin: string; cookies?: Cookies; slowNetwork: boolean },
): Promise<Phone> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  if (cookies) await context.addCookies(cookies);
  // esbuild wraps named functions in `__name`, a helper that the page does not have.
  await context.addInitScript("globalThis.__name = (named) => named;");
  await context.addInitScript(watchPage);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  if (slowNetwork) await devtools.send("Network.emulateNetworkConditions", { offline: false, ...NETWORK });
  return { context, page, devtools };
}

export type Cookies = Parameters<BrowserContext["addCookies"]>[0];

/** The page's own performance entries so far, in milliseconds; layout shifts as their score. */
export interface PerformanceEntries {
  lcp: number;
  lcpElement: string;
  fcp: number;
  cls: number;
  longTasks: { at: number; ms: number }[];
  /** The longest event of each interaction, in order. */
  interactions: { name: string; ms: number }[];
}

declare global {
  interface Window {
    performanceEntries: PerformanceEntries;
  }
}

/** Runs in the page before its own scripts. */
function watchPage(): void {
  const noted: PerformanceEntries = {
    lcp: 0,
    lcpElement: "",
    fcp: 0,
    cls: 0,
    longTasks: [],
    interactions: [],
  };
  window.performanceEntries = noted;
  const watch = <E extends PerformanceEntry>(type: string, take: (entry: E) => void, more: object = {}) =>
    new PerformanceObserver((list) => {
      // PerformanceObserver entries have the shape of their type; the DOM types declare only the base.
      for (const entry of list.getEntries()) take(entry as E);
    }).observe({ type, buffered: true, ...more });
  watch<PerformanceEntry & { element: Element | null }>("largest-contentful-paint", (entry) => {
    noted.lcp = entry.startTime;
    noted.lcpElement = entry.element?.outerHTML.slice(0, 90) ?? "";
  });
  watch("paint", (entry) => {
    if (entry.name === "first-contentful-paint") noted.fcp = entry.startTime;
  });
  watch<PerformanceEntry & { value: number; hadRecentInput: boolean }>("layout-shift", (entry) => {
    if (!entry.hadRecentInput) noted.cls += entry.value;
  });
  watch("longtask", ({ startTime, duration }) => noted.longTasks.push({ at: startTime, ms: duration }));
  const seen = new Map<number, { name: string; ms: number }>();
  watch<PerformanceEntry & { interactionId: number }>(
    "event",
    ({ interactionId, name, duration }) => {
      if (!interactionId) return;
      const one = seen.get(interactionId);
      if (!one) {
        const first = { name, ms: duration };
        seen.set(interactionId, first);
        noted.interactions.push(first);
      } else if (duration > one.ms) Object.assign(one, { name, ms: duration });
    },
    { durationThreshold: 16 },
  );
}

export function noted(page: Page): Promise<PerformanceEntries> {
  return page.evaluate(() => window.performanceEntries);
}
