import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser } from "playwright-core";
import { logInAsDemo, settled, withDemo } from "./demo-browser";
import { type Screen, screens } from "./shots/screens";

/**
 * Takes screenshots of every screen in every reachable state, at four widths and in both themes.
 * `npm run shots [word…]` takes those whose name contains every word, such as `npm run shots feed 390 dark`.
 */
const folder = path.join(tmpdir(), "afterglow-shots");
const widths = { 390: 844, 768: 1024, 1280: 900, 1920: 1080 };
const themes = ["light", "dark"] as const;

const wanted = process.argv.slice(2);
const isWanted = (name: string) =>
  wanted.every((word) => name.split(/[./]/).some((part) => part.includes(word)));

async function take(browser: Browser, baseURL: string, name: string, screen: Screen): Promise<void> {
  for (const [width, height] of Object.entries(widths)) {
    for (const theme of themes) {
      const file = `${name}.${width}.${theme}.png`;
      if (!isWanted(file)) continue;
      const context = await browser.newContext({
        baseURL,
        viewport: { width: Number(width), height },
        colorScheme: theme,
        hasTouch: Number(width) < 800,
        reducedMotion: "reduce",
      });
      if (screen.as === "member") await logInAsDemo(context);
      if (screen.as === "newcomer" || screen.as === "unnamed") {
        const mail = `new.${crypto.randomUUID()}@example.com`;
        await context.request.post("/api/auth/signup", {
          data: { email: mail, fullName: "Nadia Okoye", password: "golden hour" },
        });
        if (screen.as === "newcomer")
          await context.request.post("/api/users/profile-setup", {
            data: { username: `nadia.${mail.slice(4, 12)}` },
          });
      }
      const page = await context.newPage();
      const stopped = screen.broken ?? screen.held;
      let wasStopped = !stopped;
      if (stopped)
        await page.route(stopped, (route) => {
          wasStopped = true;
          return screen.broken ? route.abort() : undefined;
        });
      await page.goto(screen.path);
      await settled(page);
      await screen
        .act?.(page)
        // A click may load a chunk first, without any visible sign.
        .then(() => page.waitForTimeout(600))
        .catch((problem) => console.error(`${file}: ${problem}`));
      if (!screen.held) await settled(page);
      if (!wasStopped) console.error(`${file}: ${stopped} was never asked for`);
      await page.screenshot({ path: path.join(folder, file) });
      console.log(file);
      await context.close();
    }
  }
}

mkdirSync(folder, { recursive: true });
const state = mkdtempSync(path.join(tmpdir(), "afterglow-shots-state-"));
try {
  await withDemo(async (browser, server) => {
    for (const [name, screen] of Object.entries(screens)) await take(browser, server.url, name, screen);
  }, state);
} finally {
  rmSync(state, { recursive: true, force: true });
}
console.log(`In ${folder}`);
