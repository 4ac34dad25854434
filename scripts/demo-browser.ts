import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { browserLaunch } from "../tests/e2e/browser";
import { demoMembers } from "./demo/dataset";
import { DEMO_PASSWORD, ensureDemoData } from "./demo/seed";
import { type LocalServer, startLocalServer } from "./local-server";
import { stateFolder } from "./local-state";
import { build } from "./run";

/** Runs with a browser and the newest build serving the demo world, and closes both. */
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

/** Signs a context in as the first demo member, the one of the demo log-in. */
export async function logInAsDemo({ request }: BrowserContext): Promise<void> {
  await request.post("/api/auth/login", { data: { email: demoMembers[0]?.email, password: DEMO_PASSWORD } });
}

/** What says that it is loading, or a photo that has not come; a list's next page, below all that is seen, stays so. */
const unsettled = () =>
  document.querySelector("[role=status] > .contents[aria-hidden]") ??
  [...document.images].find((image) => !image.complete);

/** Waits until the page is quiet, and for a moment longer for what is still to come. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(`!(${unsettled})()`, null, { timeout: 2000 }).catch(() => undefined);
}
