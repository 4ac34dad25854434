import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { MEMBERS_PATH, PASSWORD } from "./members";

let made = 0;

/** A name that no other test of this run has. */
function freshName(prefix: string): string {
  made += 1;
  return `${prefix}.${process.pid.toString(36)}${made}${Date.now().toString(36).slice(-4)}`.slice(0, 30);
}

export interface Member {
  username: string;
  email: string;
  fullName: string;
  page: Page;
}

interface Fixtures {
  /** Errors of pages that a test expects, such as a request it makes fail. One pattern: Playwright reads two as one with options. */
  allowedErrors: RegExp[];
  /** A signed-in member in a browser of their own. */
  join: (prefix?: string) => Promise<Member>;
}

/** Playwright's test; an error in a page's console, a broken policy or an exception in a page fails it. */
export const test = base.extend<Fixtures>({
  allowedErrors: [[], { option: true }],

  context: async ({ context, allowedErrors }, use) => {
    const errors = watchErrors(context);
    await use(context);
    expect(errors.filter((text) => !allowedErrors.some((allowed) => allowed.test(text)))).toEqual([]);
  },

  join: async ({ browser, baseURL, contextOptions, allowedErrors }, use) => {
    const contexts: BrowserContext[] = [];
    const errors: string[][] = [];
    await use(async (prefix = "mara") => {
      const context = await browser.newContext({ ...contextOptions, baseURL });
      contexts.push(context);
      errors.push(watchErrors(context));
      const username = freshName(prefix);
      const email = `${username}@example.com`;
      const fullName = `${prefix} Tester`;
      const created = await context.request.post(MEMBERS_PATH, { data: { username, email, fullName } });
      expect(created.status()).toBe(201);
      return { username, email, fullName, page: await context.newPage() };
    });
    for (const context of contexts) await context.close();
    expect(errors.flat().filter((text) => !allowedErrors.some((allowed) => allowed.test(text)))).toEqual([]);
  },
});

/** Everything that goes wrong in a browser's pages from now on: console errors, broken policies, exceptions. */
function watchErrors(context: BrowserContext): string[] {
  const errors: string[] = [];
  context.on("console", (message) => {
    if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => errors.push(String(error.error().stack)));
  return errors;
}

export { expect, freshName, PASSWORD };

/** The toast that shows now, by its title. */
export function toast(page: Page, title: string) {
  return page.getByRole("status").or(page.getByRole("alert")).filter({ hasText: title });
}
