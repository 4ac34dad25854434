import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { logInAsDemo, settled, withDemo } from "./demo-browser";

/**
 * Takes every screen, in every state that can be brought about, at four widths and in both themes:
 * `npm run shots [word…]` takes those whose name has every word, such as `npm run shots feed 390 dark`.
 */
const folder = path.join(tmpdir(), "afterglow-shots");
const widths = { 390: 844, 768: 1024, 1280: 900, 1920: 1080 };
const themes = ["light", "dark"] as const;

interface Screen {
  /** Nobody, the demo member, or somebody who has just signed up. */
  as: "visitor" | "member" | "newcomer";
  path: string;
  /** What is done on the page before it is taken. */
  act?: (page: Page) => Promise<unknown>;
  /** Requests that fail. */
  broken?: string;
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().click();
const open = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page);
  await page.locator("[role=dialog], [role=menu], [role=alertdialog]").first().waitFor();
};
const firstPost = async (page: Page) => {
  await page.getByRole("link", { name: "View photo" }).first().click();
  await page.waitForURL("/post/*");
};

const screens: Record<string, Screen> = {
  landing: { as: "visitor", path: "/" },
  login: { as: "visitor", path: "/login" },
  signup: { as: "visitor", path: "/signup" },
  "signup-refused": { as: "visitor", path: "/signup", act: press("Sign up") },
  "forgot-password": { as: "visitor", path: "/forgot-password" },
  terms: { as: "visitor", path: "/terms" },
  privacy: { as: "visitor", path: "/privacy" },
  "not-found": { as: "visitor", path: "/no/such/page" },
  feed: { as: "member", path: "/feed" },
  "feed-notifications": { as: "member", path: "/feed", act: open(/^Notifications/) },
  "feed-menu": { as: "member", path: "/feed", act: open("Your menu") },
  "feed-post-menu": { as: "member", path: "/feed", act: open("Post menu") },
  "feed-share": { as: "member", path: "/feed", act: open("Share") },
  "feed-empty": { as: "newcomer", path: "/feed" },
  "post-detail": { as: "member", path: "/feed", act: firstPost },
  "post-not-found": { as: "member", path: "/post/none" },
  tag: { as: "member", path: "/tag/bluehour" },
  profile: { as: "member", path: "/profile" },
  "profile-saved": {
    as: "member",
    path: "/profile",
    act: (page) => page.getByRole("tab", { name: "Saved" }).click(),
  },
  "profile-tagged": {
    as: "member",
    path: "/profile",
    act: (page) => page.getByRole("tab", { name: "Tagged" }).click(),
  },
  "profile-edit": { as: "member", path: "/profile", act: open("Edit Profile") },
  "profile-empty": { as: "newcomer", path: "/profile" },
  "profile-other": { as: "member", path: "/profile/kenji.w" },
  "profile-not-found": { as: "member", path: "/profile/nobody.here" },
  search: { as: "member", path: "/search?q=mi" },
  "search-nothing": { as: "member", path: "/search?q=zzzz" },
  chat: { as: "member", path: "/chat" },
  "chat-open": { as: "member", path: "/chat?user=amara_obi" },
  "chat-empty": { as: "newcomer", path: "/chat" },
  "chat-error": { as: "member", path: "/chat", broken: "**/api/chat*" },
  compose: { as: "member", path: "/post" },
  studio: { as: "member", path: "/ai" },
  settings: { as: "member", path: "/settings" },
};

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
      if (screen.as === "newcomer") {
        const mail = `new.${crypto.randomUUID()}@example.com`;
        await context.request.post("/api/auth/signup", {
          data: { email: mail, fullName: "Nadia Okoye", password: "golden hour" },
        });
        await context.request.post("/api/users/profile-setup", {
          data: { username: `nadia.${mail.slice(4, 12)}` },
        });
      }
      const page = await context.newPage();
      if (screen.broken) await page.route(screen.broken, (route) => route.abort());
      await page.goto(screen.path);
      await settled(page);
      await screen.act?.(page);
      await settled(page);
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
