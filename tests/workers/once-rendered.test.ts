import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { languages } from "~/contract/languages";
import { createEdge } from "../../workers/edge";
import { onceRendered } from "../../workers/once-rendered";
import { SITE } from "./client";

/** The number of renderings, and the status of the next ones. */
let renderings = 0;
let status = 200;
let fails = false;
let isolate: Env;

const edge = createEdge((c) =>
  onceRendered(c, async () => {
    renderings += 1;
    const headers = { "Content-Type": "text/html; charset=utf-8", "Set-Cookie": "check=1" };
    const { nonce, url } = c.get("edge");
    c.get("edge").hasFailed = fails;
    const text = `<script nonce="${nonce()}">${url.pathname}</script><style nonce="${nonce()}"></style>`;
    return new Response(text, { status, headers });
  }),
);

beforeEach(() => {
  renderings = 0;
  status = 200;
  fails = false;
  // Documents are kept by environment.
  isolate = { ...env };
});

async function open(path: string, init: RequestInit & { site?: string } = {}) {
  const execution = createExecutionContext();
  const reply = await edge.fetch(new Request((init.site ?? SITE) + path, init), isolate, execution);
  await waitOnExecutionContext(execution);
  const text = await reply.text();
  const nonce = /'nonce-([^']+)'/.exec(reply.headers.get("Content-Security-Policy") ?? "")?.[1];
  return { status: reply.status, cookie: reply.headers.get("Set-Cookie"), text, nonce };
}

test("renders a visitor's page once, and gives each reply the nonce of its policy", async () => {
  const replies = [await open("/login"), await open("/login"), await open("/login")];
  expect(renderings).toBe(1);
  expect(new Set(replies.map(({ nonce }) => nonce)).size).toBe(3);
  for (const { text, nonce, ...reply } of replies) {
    expect(reply).toEqual({ status: 200, cookie: "check=1" });
    expect(text).toBe(`<script nonce="${nonce}">/login</script><style nonce="${nonce}"></style>`);
  }
  expect((await open("/about")).text).toContain("/about");
  expect(renderings).toBe(2);
});

test("keeps no document whose rendering has failed after its first part", async () => {
  fails = true;
  await open("/login");
  fails = false;
  await open("/login");
  await open("/login");
  expect(renderings).toBe(2);
});

test.each([
  ["a browser with a cookie", "/login", { headers: { Cookie: "afterglow-flash=x" } }],
  ["a query", "/login?next=/chat", {}],
  ["a form", "/login", { method: "POST", headers: { Origin: SITE } }],
  ["a page of members", "/feed", {}],
  ["another host", "/login", { site: "http://other.localhost" }],
])("renders anew for %s", async (_, path, init) => {
  await open("/login");
  await open(path, init);
  await open(path, init);
  // A host of its own has a document of its own.
  expect(renderings).toBe("site" in init ? 2 : 3);
});

test("keeps no failure, and no document of another environment", async () => {
  status = 500;
  expect((await open("/login")).status).toBe(500);
  status = 200;
  expect((await open("/login")).status).toBe(200);
  expect(renderings).toBe(2);
  isolate = { ...env };
  await open("/login");
  expect(renderings).toBe(3);
});

test("keeps a bounded number of documents", async () => {
  const most = 14 * languages.length;
  const hosts = Array.from({ length: most + 4 }, (_, n) => `http://host${n}.localhost`);
  for (const site of hosts) await open("/login", { site });
  for (const site of hosts) await open("/login", { site });
  expect(renderings).toBe(most + 2 * 4);
});
