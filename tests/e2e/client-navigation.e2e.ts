import type { Page } from "@playwright/test";
import { pages } from "../permission-matrix";
import { shareNumberedPosts } from "./fixtures";
import { expect, test } from "./test";

test.use({ allowedErrors: [/status of 404/] });

/** Pages that end the session, lead elsewhere or are files. */
const NO_PAGE = ["/logout", "/language", "/settings/export", "/moderation/reports/:id/photo"];

/** Addresses whose query decides what the page shows, or where it leads. */
const QUERIES = [
  "/requests?list=sent",
  "/search?q=dusk&tab=tags",
  "/moderation?kind=post",
  "/appeal?sent",
  "/forgot-password?sent",
  "/confirm-email?confirmed=new",
  "/login?next=%2Fsettings%2Fnotifications",
];

interface Shown {
  address: string;
  title: string;
  headings: string[];
  current: string[];
}

/** Returns what a document shows, read from its HTML. */
async function shownByDocument(page: Page, address: string): Promise<Shown> {
  const reply = await page.request.get(address);
  const { pathname, search } = new URL(reply.url());
  const html = (await reply.text()).replace(/<(script|style)\b.*?<\/\1>/gs, "");
  const texts = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, , text = ""]) => textOf(text));
  return {
    address: pathname + search,
    title: texts(/<(title)>(.*?)<\/title>/gs).join(),
    headings: texts(/<(h1)\b[^>]*>(.*?)<\/h1>/gs),
    current: texts(/<(a)\b[^>]* aria-current="page"[^>]*>(.*?)<\/a>/gs),
  };
}

const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

function shownNow(page: Page): Promise<Shown> {
  return page.evaluate(() => {
    const texts = (selector: string) =>
      [...document.querySelectorAll(selector)].map(({ textContent }) => textContent ?? "");
    return {
      address: location.pathname + location.search,
      title: document.title,
      headings: texts("h1"),
      current: texts('a[aria-current="page"]'),
    };
  });
}

/** Follows a link to an address, as `PlainLink` makes it (app/ui/plain-link.tsx). */
function followLink(page: Page, address: string): Promise<void> {
  return page.evaluate((href) => {
    const link = document.createElement("a");
    link.href = href;
    link.dataset.plainLink = "";
    document.getElementById("content")?.appendChild(link);
    link.click();
    link.remove();
  }, address);
}

test("a page shows the same after a link as in its document @desktop @all", async ({ join }) => {
  const { page, username } = await join("mara", { role: "moderator" });
  const [id = ""] = await shareNumberedPosts(page, 1);
  const collection = await page.request.post("/api/collections", { data: { name: "Dusk" } });
  const params: Record<string, string> = {
    id,
    username,
    collectionId: (await collection.json()).id,
    tag: "dusk",
  };
  const addresses = Object.keys(pages)
    .filter((path) => !NO_PAGE.includes(path))
    .map((path) => path.replace("*", "no/such/page").replace(/:(\w+)/, (_, name) => params[name] ?? ""));

  await page.goto("/settings/import");
  await page.evaluate(() => Object.assign(window, { isFirstDocument: true }));
  for (const address of [...addresses, ...QUERIES]) {
    const before = await shownNow(page);
    const expected = await shownByDocument(page, address);
    // A redirect to the page on the screen would show nothing.
    if (expected.address === before.address) continue;
    await followLink(page, address);
    await expect.poll(() => shownNow(page), address).toEqual(expected);
    if ((await page.getByRole("link", { name: "Skip to content" }).count()) > 0) continue;
    // Visitors' pages do not follow such links.
    await page.goBack();
    await expect.poll(() => shownNow(page), `Back from ${address}`).toEqual(before);
  }
  expect(await page.evaluate(() => Reflect.get(window, "isFirstDocument"))).toBe(true);
});
