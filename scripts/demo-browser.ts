import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { browserLaunch } from "../tests/e2e/browser";
import { DEMO_PASSWORD, demoMembers } from "./demo/dataset";
import { ensureDemoData } from "./demo/seed";
import { startLocalServer } from "./local-server";
import { stateFolder } from "./local-state";
import { build } from "./run";
import type { LocalServer } from "./serve";

/** Builds the app, serves it with the demo data, and runs `run` with a browser. Closes both afterwards. */
export async function withDemo(
  run: (browser: Browser, server: LocalServer) => Promise<void>,
  state: string = stateFolder(),
): Promise<void> {
  await Promise.all([build(), ensureDemoData(state)]);
  const server = await startLocalServer({ port: 0, state, vars: { AFTERGLOW_RATE_LIMITS: "off" } });
  const browser = await chromium.launch(await browserLaunch());
  try {
    await run(browser, server);
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Signs a browser context in as the member of the demo log-in. */
export async function logInAsDemo({ request }: BrowserContext): Promise<void> {
  await request.post("/api/auth/login", { data: { email: demoMembers[0]?.email, password: DEMO_PASSWORD } });
}

/** Returns a loading placeholder or an incomplete image of the page. A next page's placeholder below the fold stays. */
const unsettled = () =>
  document.querySelector("[role=status] > .contents[aria-hidden]") ??
  [...document.images].find((image) => !image.complete);

/** Waits until the network is idle, then at most 2 seconds for placeholders and images. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(`!(${unsettled})()`, null, { timeout: 2000 }).catch(() => undefined);
}
