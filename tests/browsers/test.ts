import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { test as base, expect } from "@playwright/test";
import { freshName } from "../e2e/test";
import { MEMBERS_PATH } from "../e2e/test-server";
import { openConnection } from "./connection";
import { unexpectedMessages } from "./console-messages";
import type { Engine, Size } from "./driver";
import { launchChromium, launchFirefox } from "./puppeteer-engine";
import { Tab } from "./tab";
import { hasWebKit, launchWebKit } from "./webkit-engine";

export type EngineName = "chromium" | "firefox" | "webkit";

export interface Member {
  username: string;
  tab: Tab;
}

interface Fixtures {
  /** Opens a window of a visitor. */
  open: (size?: Size) => Promise<Tab>;
  /** Creates a member and opens a window in which they are signed in. */
  join: (prefix?: string, size?: Size) => Promise<Member>;
}

/** Options of a project in playwright.config.ts. */
export interface EngineOptions {
  engineName: EngineName;
}

interface WorkerFixtures extends EngineOptions {
  /** Whether the browser replaces the colours of pages by the reader's. Only Firefox's driver has such an option. */
  forcesColors: boolean;
  /** Null when this machine does not have the engine. */
  engine: Engine | null;
}

const DESKTOP: Size = { width: 1280, height: 900 };

const firefoxPath = ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find(existsSync);

async function launch(name: EngineName, forcesColors: boolean): Promise<Engine | null> {
  if (name === "firefox") return firefoxPath ? launchFirefox(firefoxPath, forcesColors) : null;
  if (forcesColors) return null;
  if (name === "chromium") return launchChromium();
  return hasWebKit() ? launchWebKit() : null;
}

/** Playwright's runner with a browser of any engine. A console message that is not on the list fails a journey. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  engineName: ["chromium", { option: true, scope: "worker" }],

  forcesColors: [false, { option: true, scope: "worker" }],

  engine: [
    async ({ engineName, forcesColors }, use) => {
      const engine = await launch(engineName, forcesColors);
      await use(engine);
      await engine?.close();
    },
    { scope: "worker", timeout: 240_000 },
  ],

  open: async ({ engine, engineName, baseURL }, use, testInfo) => {
    testInfo.skip(!engine, `${engineName} is not installed, or has no such option`);
    const tabs: Tab[] = [];
    await use(async (size = DESKTOP) => {
      if (!engine) throw new Error("A skipped test opens no window");
      const [driver, connection] = await Promise.all([
        engine.open(size),
        openConnection(Number(new URL(baseURL ?? "").port)),
      ]);
      const tab = new Tab(driver, connection);
      tabs.push(tab);
      return tab;
    });
    if (testInfo.status !== testInfo.expectedStatus) {
      for (const [index, tab] of tabs.entries())
        await writeFile(testInfo.outputPath(`window-${index + 1}.png`), await tab.screenshot());
    }
    await Promise.all(tabs.map((tab) => tab.close()));
    expect(tabs.flatMap(({ messages }) => unexpectedMessages(messages))).toEqual([]);
  },

  join: async ({ open }, use) => {
    await use(async (prefix = "mara", size) => {
      const tab = await open(size);
      const username = freshName(prefix);
      // A static file, whose window can send requests of the site. A page would load its scripts first.
      await tab.open("/robots.txt");
      await tab.call("POST", MEMBERS_PATH, {
        username,
        email: `${username}@example.com`,
        fullName: `${prefix} Tester`,
      });
      return { username, tab };
    });
  },
});

export { expect, freshName };
