import type { APIRequestContext } from "@playwright/test";
import { everyone, type PageAnswer, pages, type Who } from "../permission-matrix";
import { makePosts } from "./given";
import { expect, test } from "./test";

/** What a page answers: its status, or where it leads. */
async function answerOf(request: APIRequestContext, path: string): Promise<PageAnswer> {
  const reply = await request.get(path, { maxRedirects: 0 });
  const target = reply.headers().location;
  return target ? (new URL(target, reply.url()).pathname as PageAnswer) : reply.status();
}

test("every page answers everyone as the permission matrix says, as a document and as data @desktop", async ({
  join,
  request: nobody,
}) => {
  const owner = await join("owner");
  const [stranger, connection, blocked] = [
    await join("stranger"),
    await join("friend"),
    await join("blocked"),
  ];
  const requests: Record<Who, APIRequestContext> = {
    nobody,
    stranger: stranger.page.request,
    connection: connection.page.request,
    blocked: blocked.page.request,
    owner: owner.page.request,
  };
  const idOf = async (one: APIRequestContext) => (await (await one.get("/api/auth/me")).json()).user.id;
  await requests.connection.post(`/api/connections/request/${await idOf(requests.owner)}`);
  await requests.owner.post(`/api/connections/accept/${await idOf(requests.connection)}`);
  await requests.owner.post(`/api/blocks/${await idOf(requests.blocked)}`);
  const [post = ""] = await makePosts(owner.page, 1);
  const params: Record<string, string> = {
    id: post,
    username: owner.username,
    tag: "dusk",
    "*": "no/such/page",
  };

  const answers: typeof pages = {};
  for (const path of Object.keys(pages)) {
    const address = path.replace("*", ":*").replace(/:(\w+|\*)/, (_, name: string) => params[name] ?? "");
    const entries = everyone.map(async (who) => [who, await answerOf(requests[who], address)] as const);
    answers[path] = Object.fromEntries(await Promise.all(entries)) as Record<Who, PageAnswer>;
  }
  expect(answers).toEqual(pages);
});

test("no page's data or form answers a visitor who may not see the page @desktop", async ({ request }) => {
  const closed = Object.keys(pages).filter((path) => pages[path]?.nobody === "/login");
  expect(closed.length).toBeGreaterThan(5);
  for (const path of closed) {
    const address = path.replace(/:\w+/, "something");
    const data = await request.get(`${address}.data`, { maxRedirects: 0 });
    // A redirect inside a navigation is a 202 that says where to.
    expect([202, 302], `${address}.data`).toContain(data.status());
    const text = await data.text();
    if (data.status() === 202) expect(text, `${address}.data`).toContain("/login");
    // A download takes no forms, and the server writes an error down that somebody sent it one.
    if (path === "/settings/export") continue;
    const form = await request.post(address, { form: { intent: "delete", caption: "x" }, maxRedirects: 0 });
    const led = form.status() === 302 ? form.headers().location : form.status();
    expect(["/login", 405], `POST ${address}`).toContain(led);
  }
});
