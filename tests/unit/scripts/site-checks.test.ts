import { afterEach, expect, test, vi } from "vitest";
import { runChecks } from "../../../scripts/deploy/checks";
import { siteChecks } from "../../../scripts/deploy/site-checks";
import { sharedHeaders } from "../../../workers/middleware/security-headers";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

/** Returns what the checks find on a site with these replies, by name. */
async function findOn(reply: (url: URL, headers: Headers) => Response | Promise<Response>) {
  vi.stubGlobal("fetch", async (url: URL, init: RequestInit) => reply(url, new Headers(init.headers)));
  const results = await runChecks(siteChecks("https://photos.example.com"));
  return Object.fromEntries(results.map(({ check, found, ok }) => [check, ok || found]));
}

test("accept a site that replies as the Worker does", async () => {
  const found = await findOn(({ protocol, pathname }) => {
    if (protocol === "http:") return Response.redirect("https://photos.example.com/", 301);
    const body = pathname.startsWith("/.well-known") ? "Contact: mailto:security@photos.example.com\n" : "";
    return new Response(body, {
      status: pathname === "/api/auth/me" ? 401 : 200,
      headers: { ...sharedHeaders, "Content-Security-Policy": "base-uri 'none'; frame-ancestors 'none'" },
    });
  });
  expect([...new Set(Object.values(found))]).toEqual([true]);
});

test("name what a bare server lacks, and the error of one that cannot be reached", async () => {
  const bare = await findOn(() => new Response("ok"));
  expect(bare).toEqual({
    "health, with the database": true,
    "landing page": true,
    "log-in without a session": "200",
    "security headers of a page": `without ${Object.keys(sharedHeaders).join(", ")}`,
    "security headers of a static file": `without ${Object.keys(sharedHeaders).join(", ")}`,
    "content security policy": "none",
    "mailbox for vulnerabilities": "none",
    "redirect of http": "no redirect",
  });
  const gone = await findOn(() => Promise.reject(new Error("ENOTFOUND")));
  expect(new Set(Object.values(gone))).toEqual(new Set(["Error: ENOTFOUND"]));
});

test("send a service token of Cloudflare Access, by TLS only", async () => {
  vi.stubEnv("CF_ACCESS_CLIENT_ID", "id");
  vi.stubEnv("CF_ACCESS_CLIENT_SECRET", "secret");
  const sent = new Set<string>();
  await findOn(({ protocol }, headers) => {
    sent.add(`${protocol} ${headers.get("CF-Access-Client-Id")} ${headers.get("CF-Access-Client-Secret")}`);
    return new Response("ok");
  });
  expect(sent).toEqual(new Set(["https: id secret", "http: null null"]));
});
