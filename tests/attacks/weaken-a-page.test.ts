import { createExecutionContext, env } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { CSP_REPORT_MAX_BYTES, CSP_REPORTS_LOGGED } from "~/contract/request-limits";
import { createEdge } from "../../workers/edge";
import { Client, member, SITE } from "../workers/client";

const site = createEdge(async (c) => c.html("<!doctype html>"));
const page = (path: string, origin = SITE, settings: Partial<Env> = {}) =>
  site.fetch(new Request(origin + path), { ...env, ...settings }, createExecutionContext());

/** Returns the directives of a policy, by name. */
const policyOf = (headers: Headers, name = "Content-Security-Policy") =>
  Object.fromEntries(
    (headers.get(name) ?? "").split("; ").map((one) => [one.split(" ")[0], one.slice(one.indexOf(" ") + 1)]),
  );

test("a page has every security header", async () => {
  const { headers } = await page("/feed");
  expect(Object.fromEntries(headers)).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "strict-transport-security": "max-age=63072000; includeSubDomains",
    "cache-control": "private, no-store",
    "reporting-endpoints": 'csp="/csp-reports"',
  });
  expect((await page("/feed", "http://localhost:8787")).headers.has("Strict-Transport-Security")).toBe(false);
});

test("the policy of a page has exactly these directives, with a nonce of its own", async () => {
  const [first, second] = [(await page("/feed")).headers, (await page("/feed")).headers];
  const nonceOf = (headers: Headers) =>
    /'nonce-([^']+)'/.exec(headers.get("Content-Security-Policy") ?? "")?.[1];
  const nonce = nonceOf(first);
  expect(policyOf(first)).toEqual({
    "default-src": "'self'",
    "script-src": `'self' 'nonce-${nonce}'`,
    "style-src": `'self' 'nonce-${nonce}'`,
    "style-src-attr": "'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "connect-src": "'self' wss://afterglow.test",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "report-uri": "/csp-reports",
    "report-to": "csp",
  });
  expect(nonce).toMatch(/^[\w+/]{22}==$/);
  expect(nonceOf(second)).not.toBe(nonce);
});

test("only a site with the check for people allows its scripts and frames", async () => {
  const keys = { TURNSTILE_SITE_KEY: "site", TURNSTILE_SECRET_KEY: "secret" };
  const policy = policyOf((await page("/signup", SITE, keys)).headers);
  expect(policy["script-src"]).toMatch(/ https:\/\/challenges\.cloudflare\.com$/);
  expect(policy["frame-src"]).toBe("'self' https://challenges.cloudflare.com");
});

test("a page reports what Trusted Types would forbid", async () => {
  const { headers } = await page("/feed");
  expect(policyOf(headers, "Content-Security-Policy-Report-Only")).toEqual({
    "require-trusted-types-for": "'script'",
    "report-uri": "/csp-reports",
    "report-to": "csp",
  });
});

test("a reply that is no page can load and do nothing, and is for this site alone", async () => {
  const { headers } = await new Client().fetch("/api/auth/me");
  expect(policyOf(headers)).toEqual({ "default-src": "'none'", "frame-ancestors": "'none'" });
  expect(headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
  expect(headers.get("Access-Control-Allow-Origin")).toBeNull();
  expect(headers.get("Reporting-Endpoints")).toBeNull();
});

test.each(["/reset-password", "/confirm-email", "/undo-email", "/secure-account", "/unsubscribe"])(
  "%s sends its token in no referrer, to this site neither",
  async (path) => {
    expect((await page(`${path}?token=secret`)).headers.get("Referrer-Policy")).toBe("no-referrer");
  },
);

test("log-out clears the browser's cache, and other replies do not", async () => {
  const ada = await member("ada");
  expect((await ada.send("POST", "/api/notifications/read/all")).headers.get("Clear-Site-Data")).toBeNull();
  expect((await ada.send("POST", "/api/auth/logout")).headers.get("Clear-Site-Data")).toBe('"cache"');
});

test("every cookie of a member is bound to this host, and hidden from scripts and other sites", async () => {
  const ada = await member("ada");
  const cookies = new Map<string, string>();
  const keep = (reply: Response) => {
    for (const cookie of reply.headers.getSetCookie())
      cookies.set(cookie.slice(0, cookie.indexOf("=")), cookie);
  };
  const browser = new Client();
  const body = { email: ada.email, password: "sunset", rememberMe: true };
  keep(await browser.send("POST", "/api/auth/login", body));
  keep(await browser.fetch("/api/auth/passkey/options"));
  keep(await browser.send("POST", "/api/notifications/read/all"));
  keep(await browser.fetch("/api/auth/me"));
  const names = [...cookies.keys()];
  expect(names).toEqual(
    expect.arrayContaining(["__Host-afterglow", "__Host-afterglow-browser", "__Host-afterglow-media"]),
  );
  for (const [name, cookie] of cookies) {
    expect(name).toMatch(/^__Host-/);
    for (const flag of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"])
      expect(cookie.split("; "), name).toContain(flag);
    expect(cookie).not.toContain("Domain");
  }
});

/** Sends a report and returns its status, and the log lines about it. */
async function report(body: string, type = "application/reports+json", headers: Record<string, string> = {}) {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const all = { "Content-Type": type, Origin: SITE, ...headers };
  const reply = await new Client().fetch("/csp-reports", { method: "POST", body, headers: all });
  const lines = log.mock.calls.map(([line]) => String(line)).filter((line) => line.startsWith('{"csp"'));
  log.mockRestore();
  return { status: reply.status, lines };
}

const violation = (effectiveDirective: string, blockedURL: string) => ({
  type: "csp-violation",
  url: `${SITE}/tag/geheim`,
  body: { effectiveDirective, blockedURL, documentURL: `${SITE}/tag/geheim`, sample: "geheim" },
});

test("a report is logged as its directive and the blocked host, without words and addresses", async () => {
  const sent = [
    violation("script-src-elem", "https://evil.example/geheim?geheim=1"),
    violation("require-trusted-types-for", "trusted-types-sink"),
    violation("geheim", "geheim"),
    { type: "deprecation", body: { effectiveDirective: "img-src", blockedURL: "inline" } },
  ];
  const lines = [
    '{"csp":"script-src-elem","blocked":"evil.example"}',
    '{"csp":"require-trusted-types-for","blocked":"trusted-types-sink"}',
    '{"csp":"other","blocked":"other"}',
  ];
  expect(await report(JSON.stringify(sent.slice(0, 3)))).toEqual({ status: 204, lines });
  const old = { "violated-directive": "img-src 'self'", "blocked-uri": "https://evil.example/geheim" };
  expect(await report(JSON.stringify({ "csp-report": old }), "application/csp-report")).toEqual({
    status: 204,
    lines: ['{"csp":"img-src","blocked":"evil.example"}'],
  });
});

test("reports are bounded", async () => {
  const many = Array.from({ length: 3 * CSP_REPORTS_LOGGED }, () => violation("img-src", "inline"));
  expect((await report(JSON.stringify(many))).lines).toHaveLength(CSP_REPORTS_LOGGED);
  const large = JSON.stringify([{ ...violation("img-src", "x".repeat(CSP_REPORT_MAX_BYTES)) }]);
  expect(await report(large)).toEqual({ status: 413, lines: [] });
  expect(await report("[]", "text/plain")).toEqual({ status: 415, lines: [] });
  expect(await report("{")).toEqual({ status: 400, lines: [] });
  expect(await report('{"a":1}')).toEqual({ status: 400, lines: [] });
  expect(await report("[]", undefined, { Origin: "https://evil.example" })).toEqual({
    status: 403,
    lines: [],
  });
});

test("a network gets twenty reports a minute", async () => {
  const production = {
    ...env,
    AFTERGLOW_ENV: "production",
    AFTERGLOW_SITE: SITE,
    AFTERGLOW_RATE_LIMITS: "on",
  };
  const send = async () => {
    const headers = { "Content-Type": "application/reports+json", "CF-Connecting-IP": "203.0.113.90" };
    const request = new Request(`${SITE}/csp-reports`, { method: "POST", body: "[]", headers });
    return (await site.fetch(request, production, createExecutionContext())).status;
  };
  const statuses: number[] = [];
  // A new window can start once in between.
  while (statuses.length < 41 && statuses.at(-1) !== 429) statuses.push(await send());
  expect(statuses.at(-1)).toBe(429);
  expect(statuses.length).toBeGreaterThan(20);
});
