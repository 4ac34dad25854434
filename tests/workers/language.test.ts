import { env } from "cloudflare:test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Language, languages } from "~/contract/languages";
import { openEdge } from "../../workers/context";
import { Client, member, SITE } from "./client";
import { sendPublic } from "./public-pages";
import { again } from "./sessions";

const COOKIE = "afterglow-language";
const FLAGS = "Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax";

const german: Language = { code: "de", name: "Deutsch" };
const hadGerman = languages.includes(german) || languages.some(({ code }) => code === "de");

// The list is an array; nothing but this test writes to it.
beforeAll(() => {
  if (!hadGerman) (languages as Language[]).push(german);
});
afterAll(() => {
  if (!hadGerman) (languages as Language[]).pop();
});

const languageOf = async ({ id }: { id: string }) =>
  (
    await env.DB.prepare("SELECT language FROM users WHERE id = ?")
      .bind(id)
      .first<{ language: string | null }>()
  )?.language;

const choose = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  sendPublic("/language", { body: new URLSearchParams(fields), headers });

const cookieOf = ({ cookies }: Client) => ({
  Cookie: [...cookies].map((pair) => pair.join("=")).join("; "),
});

describe("POST /language", () => {
  test("sets the cookie of a visitor and leads to the next page", async () => {
    const reply = await choose({ language: "de", next: "/about?from=here#end" });
    expect([reply.status, reply.headers.get("Location")]).toEqual([303, "/about?from=here#end"]);
    expect(reply.headers.getSetCookie()).toContain(`${COOKIE}=de; ${FLAGS}`);
  });

  test("stores the language of a member", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    const reply = await choose({ language: "de", next: "/settings/appearance" }, cookieOf(ada));
    expect([reply.status, reply.headers.get("Location")]).toEqual([303, "/settings/appearance"]);
    expect([await languageOf(ada), await languageOf(grace)]).toEqual(["de", null]);
  });

  test.each(["xx", "de-AT", "", "../../x", "__proto__", "en-XA"])(
    "refuses the language %j",
    async (language) => {
      const ada = await member("ada");
      const reply = await choose({ language, next: "/feed" }, cookieOf(ada));
      expect(reply.status).toBe(422);
      expect(await reply.json()).toMatchObject({ message: "Please choose one of the languages." });
      expect(reply.headers.get("Set-Cookie") ?? "").not.toContain(COOKIE);
      expect(await languageOf(ada)).toBeNull();
    },
  );

  test.each([
    "",
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/..//evil.example",
    "/\t/evil.example",
    "feed",
  ])("does not lead to %j", async (next) => {
    const reply = await choose({ language: "en", next });
    expect([reply.status, reply.headers.get("Location")]).toEqual([303, "/"]);
  });

  test("refuses a form of another site", async () => {
    const ada = await member("ada");
    const reply = await choose({ language: "de" }, { ...cookieOf(ada), Origin: "https://evil.example" });
    expect([reply.status, await languageOf(ada)]).toEqual([403, null]);
  });
});

test.each([
  ["../../x", "de"],
  ["__proto__", "de"],
  ["constructor", "de"],
  ["xx", "de"],
  ["%00", "de"],
  ["de; en", "de"],
  // A form of English, as every tag that begins so: the language of tests is in local builds only.
  ["en-XA", "en"],
])("with the cookie %j a browser that asks for German gets %j in production", (value, language) => {
  const headers = { Cookie: `${COOKIE}=${encodeURIComponent(value)}`, "Accept-Language": "de" };
  const production = {
    AFTERGLOW_ENV: "production",
    AFTERGLOW_SITE: SITE,
    AFTERGLOW_RATE_LIMITS: "on",
    AFTERGLOW_PUSH_HOSTS: "",
  };
  const request = new Request(SITE, { headers });
  const edge = openEdge(request, { ...env, ...production }, { waitUntil: () => undefined });
  expect(edge.language()).toBe(language);
});

test("a sign-up stores the language of its page, and sets the cookie", async () => {
  const visitor = new Client();
  const body = JSON.stringify({ fullName: "Ada", email: "ada.de@example.com", password: "golden hour" });
  const headers = { "Content-Type": "application/json", "Accept-Language": "fi, de-AT;q=0.9, en;q=0.8" };
  const reply = await visitor.fetch("/api/auth/signup", { method: "POST", body, headers });
  const { user } = await reply.json<{ user: { id: string } }>();
  expect(await languageOf(user)).toBe("de");
  expect(visitor.cookies.get(COOKIE)).toBe("de");
});

describe("a log-in", () => {
  test("sets the cookie to the language that the member has chosen", async () => {
    const ada = await member("ada");
    await choose({ language: "de" }, cookieOf(ada));
    const phone = new Client();
    phone.cookies.set(COOKIE, "en");
    await phone.call("logIn", { body: { email: ada.email, password: "sunset" } });
    expect(phone.cookies.get(COOKIE)).toBe("de");
  });

  test("keeps the browser's when the member has chosen none", async () => {
    const { cookies } = await again(await member("ada"));
    expect(cookies.has(COOKIE)).toBe(false);
  });
});
