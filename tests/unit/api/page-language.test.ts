import { i18n } from "@lingui/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const ROOT = "/assets/root.de-1.js";
const ERRORS = "/assets/errors.de-1.js";
const catalogs: Record<string, unknown> = {
  [ROOT]: { messages: {}, files: {}, errors: ERRORS },
  [ERRORS]: {
    messages: {
      a1: ["Beitrag nicht gefunden"],
      b2: ["Höchstens ", ["max"], " Zeichen. ", ["retry"]],
      c3: ["Bitte in ", ["hours", "plural", { one: ["#", " Stunde"], other: ["#", " Stunden"] }], "."],
    },
  },
};
const asked: string[] = [];
let replies: (address: string) => Response;

beforeEach(() => {
  asked.length = 0;
  vi.resetModules();
  replies = (address) => Response.json(catalogs[address]);
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return replies(address);
  });
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("document", {
    createElement: () => ({}),
    head: { appendChild: (script: Script) => void run(script) },
  });
});
afterEach(() => vi.unstubAllGlobals());

type Script = Record<"onload" | "onerror", () => void> & { src: string };

/** Runs a catalog's script, as a browser does. */
async function run({ src, onload, onerror }: Script): Promise<void> {
  const reply = await fetch(src);
  if (!reply.ok) return onerror();
  window.afterglowTexts?.push([src, await reply.json()]);
  onload();
}

/** Returns the code of a page in a language. The modules are new, as on a new page. */
async function page(language: string) {
  const { i18n } = await import("@lingui/core");
  i18n.loadAndActivate({ locale: language, messages: {} });
  const { loadTexts, whenTexts } = await import("~/features/language/route-texts");
  const run = vi.fn();
  whenTexts([ROOT], run);
  expect(run).not.toHaveBeenCalled();
  await loadTexts(ROOT);
  expect(run).toHaveBeenCalledOnce();
  asked.length = 0;
  const { api } = await import("~/features/api/client");
  return {
    fail: (body: object) => {
      const before = replies;
      replies = (address) =>
        address.startsWith("/api") ? Response.json(body, { status: 404 }) : before(address);
      return api("GET /api/feed").catch((error: unknown) => error);
    },
  };
}

const missing = { message: "Post not found", code: "a1" };

test("an error is in the page's language, whose catalog is loaded once", async () => {
  const { fail } = await page("de");
  expect(await fail(missing)).toMatchObject({
    status: 404,
    reason: "Beitrag nicht gefunden",
    messageCode: "a1",
  });
  const long = {
    message: "At most 10 characters. In 2 hours.",
    code: "b2",
    values: { max: 10, retry: { code: "c3", values: { hours: 2 } } },
    errors: { caption: ["Post not found", "Invalid input"] },
    codes: { caption: [{ code: "a1" }, { code: "Invalid input" }] },
  };
  expect(await fail(long)).toMatchObject({
    reason: "Höchstens 10 Zeichen. Bitte in 2 Stunden.",
    body: { errors: { caption: ["Beitrag nicht gefunden", "Invalid input"] } },
  });
  expect(asked.filter((address) => address === ERRORS)).toHaveLength(1);
});

test("without the catalog an error is in English, and the next one tries again", async () => {
  const { fail } = await page("de");
  replies = () => new Response(null, { status: 503 });
  expect(await fail(missing)).toMatchObject({ reason: "Post not found" });
  replies = (address) => Response.json(catalogs[address]);
  expect(await fail(missing)).toMatchObject({ reason: "Beitrag nicht gefunden" });
});

test("an English page loads no catalog", async () => {
  const { fail } = await page("en");
  expect(await fail(missing)).toMatchObject({ reason: "Post not found" });
  expect(asked).toEqual(["/api/feed"]);
  expect(i18n.locale).toBe("en");
});
