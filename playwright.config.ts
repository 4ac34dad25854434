import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { defineConfig, devices } from "@playwright/test";
import type { EngineOptions } from "./tests/browsers/test";
import { browserLaunch } from "./tests/e2e/browser";

const port = Number(process.env.AFTERGLOW_E2E_PORT ?? 8796);
// Stored in the environment: Playwright evaluates this file again in every worker.
process.env.AFTERGLOW_E2E_STATE ??= mkdtempSync(path.join(tmpdir(), "afterglow-e2e-"));

export default defineConfig<object, EngineOptions>({
  testDir: "tests/e2e",
  testMatch: "**/*.e2e.ts",
  fullyParallel: true,
  // Tests wait for timers of the product too, so a third worker on two cores saves a seventh of the time.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // For a machine that is busy, or stands still for a minute. A test that passes waits for its conditions only.
  timeout: 240_000,
  expect: { timeout: 30_000, toPass: { timeout: 60_000 } },
  reporter: [
    ["list"],
    ["./tests/e2e/open-steps.ts"],
    // For `npm test`, which counts the tests.
    ...(process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [["json"] as const] : []),
  ],
  outputDir: "test-results",
  use: {
    baseURL: `http://localhost:${port}`,
    launchOptions: await browserLaunch(),
    // Recording a trace slows every test. To debug one: `npx playwright test --trace on`.
    trace: "off",
    screenshot: "only-on-failure",
    // Requests of a service worker bypass the routes with which tests delay or fail requests. Its own test allows it.
    serviceWorkers: "block",
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
  },
  projects: [
    // The same journeys in three engines. One worker each: a second one would start the browser again.
    // First, so that this worker runs beside those of the other tests.
    ...(["chromium", "firefox", "webkit"] as const).map((engineName) => ({
      name: engineName,
      testDir: "tests/browsers",
      testMatch: "**/*.journey.ts",
      workers: 1,
      use: { engineName },
    })),
    // `npm run media`.
    ...(process.env.AFTERGLOW_MEDIA
      ? [
          {
            name: "media",
            testDir: "tests/media",
            testMatch: "**/*.measure.ts",
            use: devices["Desktop Chrome"],
          },
        ]
      : []),
    { name: "desktop", use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 900 } } },
    // Tests that need a hovering pointer run on the desktop only.
    {
      name: "phone",
      grepInvert: /@desktop/,
      // Tests whose steps differ on a phone. The phone and touch tests cover the layout of every page.
      testMatch: /\/(chat|connections|core-flow|interface|looking|phone|profile|search|touch|viewer)\.e2e/,
      use: { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } },
    },
  ],
  webServer: {
    command: "node --import tsx tests/e2e/server.ts",
    port,
    env: { PORT: String(port), AFTERGLOW_STATE: process.env.AFTERGLOW_E2E_STATE },
    stdout: "ignore",
    stderr: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 5000 },
  },
});
