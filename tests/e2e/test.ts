import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from "@playwright/test";
import type { Role } from "~/contract/moderation";
import { MEMBERS_PATH, PASSWORD } from "./test-server";

let nameCount = 0;

/** Returns a username that is unique within the run. */
function freshName(prefix: string): string {
  nameCount += 1;
  return `${prefix}.${process.pid.toString(36)}${nameCount}${Date.now().toString(36).slice(-4)}`.slice(0, 30);
}

/** A member who is signed in, and their requests. */
export interface Session {
  username: string;
  email: string;
  fullName: string;
  request: APIRequestContext;
}

export interface Member extends Session {
  page: Page;
}

interface Fixtures {
  /** Console errors that a test expects. Only one pattern: Playwright reads a pair as a value with its options. */
  allowedErrors: RegExp[];
  /** Creates a member and signs them in, in a browser context of their own. */
  join: (prefix?: string, options?: { role?: Role }) => Promise<Member>;
  /** Creates a member and signs them in, without a browser: for tests that read documents and send forms. */
  signIn: (prefix?: string, options?: { role?: Role }) => Promise<Session>;
}

/** Playwright's test. A console error, a content security policy violation or an exception in a page fails it. */
export const test = base.extend<Fixtures>({
  allowedErrors: [[], { option: true }],

  context: async ({ context, allowedErrors }, use) => {
    const errors = collectErrors(context);
    resendOnReset(context.request);
    await use(context);
    expect(errors.filter((text) => !allowedErrors.some((allowed) => allowed.test(text)))).toEqual([]);
  },

  request: async ({ request }, use) => {
    resendOnReset(request);
    await use(request);
  },

  join: async ({ browser, baseURL, contextOptions, allowedErrors }, use) => {
    const contexts: BrowserContext[] = [];
    const errors: string[][] = [];
    await use(async (prefix = "mara", { role } = {}) => {
      const context = await browser.newContext({ ...contextOptions, baseURL });
      contexts.push(context);
      errors.push(collectErrors(context));
      return { ...(await signInWith(context.request, prefix, role)), page: await context.newPage() };
    });
    for (const context of contexts) await context.close();
    expect(errors.flat().filter((text) => !allowedErrors.some((allowed) => allowed.test(text)))).toEqual([]);
  },

  signIn: async ({ playwright, baseURL }, use) => {
    const requests: APIRequestContext[] = [];
    await use(async (prefix = "mara", { role } = {}) => {
      const request = await playwright.request.newContext({ baseURL });
      requests.push(request);
      return signInWith(request, prefix, role);
    });
    for (const request of requests) await request.dispose();
  },
});

/** Creates a member, whose session the requests have from then on. */
async function signInWith(request: APIRequestContext, prefix: string, role?: Role): Promise<Session> {
  resendOnReset(request);
  const username = freshName(prefix);
  const member = { username, email: `${username}@example.com`, fullName: `${prefix} Tester` };
  expect((await request.post(MEMBERS_PATH, { data: { ...member, role } })).status()).toBe(201);
  return { ...member, request };
}

/**
 * Sends a request again when its connection was reset, as a browser does. The server closes a connection that has been
 * idle for five seconds, and a request that arrives at this moment is not read.
 */
function resendOnReset(request: APIRequestContext): void {
  const fetch = request.fetch.bind(request);
  // `get`, `post` and the others call it.
  request.fetch = (target, options) => fetch(target, { maxRetries: 2, ...options });
}

/** These pages list members of other tests, who may delete a photo before it is loaded. */
const LISTS = /^\/(explore|feed|search)/;
const MISSING_PHOTO = /status of 404 .*\/media\//;

/** The poll of unread messages that a page sends while the member logs out. */
const POLL_AFTER_LOG_OUT = /status of 401 .*\/api\/chat\/unread/;

/** Collects console errors, content security policy violations and exceptions of all pages of a context. */
function collectErrors(context: BrowserContext): string[] {
  const errors: string[] = [];
  let hasListed = false;
  let hasLoggedOut = false;
  context.on("request", (request) => {
    hasLoggedOut ||= request.method() === "POST" && /^\/logout\b/.test(new URL(request.url()).pathname);
  });
  context.on("page", (page) =>
    page.on("framenavigated", (frame) => {
      hasListed ||= LISTS.test(new URL(frame.url()).pathname);
    }),
  );
  context.on("console", (message) => {
    if (message.type() !== "error") return;
    const error = `${message.text()} (${message.location().url})`;
    if (hasListed && MISSING_PHOTO.test(error)) return;
    if (hasLoggedOut && POLL_AFTER_LOG_OUT.test(error)) return;
    errors.push(error);
  });
  context.on("weberror", (weberror) => {
    const { name, message, stack } = weberror.error();
    // The next navigation interrupted this one: the router's decoder leaves its body's promise without a handler.
    if (name === "AbortError") return;
    errors.push(`${name}: ${message} on ${weberror.page()?.url()}\n${stack}`);
  });
  return errors;
}

export { expect, freshName, PASSWORD };

/** Locates the toast with this title. */
export function toast(page: Page, title: string) {
  return page.getByRole("status").or(page.getByRole("alert")).filter({ hasText: title });
}

/** Stops the installed clock of a page, five seconds later: from then on a slow test is no slower for the page. */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5000);
}

/** Presses a key on an item of the open menu. A menu that opens moves the focus into itself, even from its own item. */
export async function pressItem(item: Locator, key = "Enter"): Promise<void> {
  await expect(item.page().locator("[role=menu]:focus-within")).toBeVisible();
  await item.press(key);
}

/**
 * Presses until the question of a dialog is visible, as a member does. A dialog listens for Esc and presses outside a
 * moment after it opens, and again a moment after the dialog above it closes; a press in between is lost.
 */
export async function pressUntilVisible(
  press: () => Promise<unknown>,
  question: Locator,
  name: string,
): Promise<void> {
  await expect(async () => {
    await press();
    await expect(question, `the question after ${name}`).toBeVisible();
  }).toPass();
}
