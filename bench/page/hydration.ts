import { noted, type Phone } from "./phone";

/** Loads that fill the browser's cache of compiled scripts. */
const WARM_UP = 3;

declare global {
  interface Window {
    hydratedAt?: number;
  }
}

/**
 * Opens a page several times with a warm cache.
 * @returns for each time, the milliseconds from the navigation's start to the first paint, and to hydration
 */
export async function timesToHydrated({ context, page }: Phone, path: string, count: number) {
  await context.addInitScript(() =>
    // Dispatched by `ClickReplay`.
    addEventListener("afterglow-hydrated", () => {
      window.hydratedAt = performance.now();
    }),
  );
  const times: { paint: number; hydrated: number }[] = [];
  for (let n = 0; n < WARM_UP + count; n++) {
    await page.goto("about:blank");
    await page.goto(path);
    await page.waitForFunction(() => window.hydratedAt !== undefined);
    await page.waitForLoadState("networkidle");
    const { fcp } = await noted(page);
    const hydrated = await page.evaluate(() => window.hydratedAt ?? Number.NaN);
    if (n >= WARM_UP) times.push({ paint: fcp, hydrated });
  }
  return times;
}
