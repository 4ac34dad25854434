import type { APIRequestContext } from "@playwright/test";
import { withNext } from "~/contract/next-path";
import {
  type DeskViewer,
  deskPages,
  deskViewers,
  everyone,
  type PageAnswer,
  pages,
  type Who,
} from "../permission-matrix";
import { connect, decide, idOf, linkedId, shareNumberedPosts } from "./fixtures";
import { expect, test } from "./test";

/** Returns the page's status, or the path that it redirects to. */
async function resultOf(request: APIRequestContext, path: string): Promise<PageAnswer> {
  const reply = await request.get(path, { maxRedirects: 0 });
  const target = reply.headers().location;
  return target ? (new URL(target, reply.url()).pathname as PageAnswer) : reply.status();
}

test("every page follows the permission matrix for every kind of viewer @desktop", async ({
  signIn,
  request: nobody,
}) => {
  const owner = await signIn("owner");
  const [stranger, connection, blocked] = [
    await signIn("stranger"),
    await signIn("friend"),
    await signIn("blocked"),
  ];
  const requests: Record<Who, APIRequestContext> = {
    nobody,
    stranger: stranger.request,
    connection: connection.request,
    blocked: blocked.request,
    owner: owner.request,
  };
  await connect(connection, owner);
  await owner.request.post(`/api/blocks/${await idOf(blocked)}`);
  const [post = ""] = await shareNumberedPosts(owner, 1);
  const params: Record<string, string> = {
    id: post,
    username: owner.username,
    collectionId: (await (await requests.owner.post("/api/collections", { data: { name: "Dusk" } })).json())
      .id,
    tag: "dusk",
    "*": "no/such/page",
  };

  const results: typeof pages = {};
  for (const path of Object.keys(pages)) {
    const url = path.replace("*", ":*").replace(/:(\w+|\*)/, (_, name: string) => params[name] ?? "");
    const entries = everyone.map(async (who) => [who, await resultOf(requests[who], url)] as const);
    results[path] = Object.fromEntries(await Promise.all(entries)) as Record<Who, PageAnswer>;
  }
  expect(results).toEqual(pages);
});

test("the desk follows the matrix for every role @desktop", async ({ signIn, request: nobody }) => {
  const [member, moderator, admin] = [
    await signIn("member"),
    await signIn("mo", { role: "moderator" }),
    await signIn("root", { role: "admin" }),
  ];
  const offender = await signIn("eve");
  const [postId = ""] = await shareNumberedPosts(offender, 2);
  const requests: Record<DeskViewer, APIRequestContext> = {
    nobody,
    member: member.request,
    moderator: moderator.request,
    admin: admin.request,
  };
  await member.request.post("/api/reports", { data: { postId, reason: "spam" } });
  const reportId = await linkedId(moderator, "/moderation?kind=post", "reports", offender);
  await decide(moderator, reportId, { action: "warn", reason: "spam" });
  const decisionId = await linkedId(moderator, "/moderation/log", "decisions", offender);

  const memberId = await linkedId(
    moderator,
    `/moderation/members?q=${offender.username}`,
    "members",
    offender,
  );

  const results: typeof deskPages = {};
  for (const path of Object.keys(deskPages)) {
    const id = path.includes("decisions") ? decisionId : path.includes("members") ? memberId : reportId;
    const url = path.replace(":kind", "rules").replace(":id", id);
    const entries = deskViewers.map(async (who) => [who, await resultOf(requests[who], url)] as const);
    results[path] = Object.fromEntries(await Promise.all(entries)) as Record<DeskViewer, PageAnswer>;
  }
  expect(results).toEqual(deskPages);
});

test("link previews show the landing page's picture, and reveal nothing of a member's page @desktop", async ({
  signIn,
  request,
}) => {
  const owner = await signIn("owner");
  const [post = ""] = await shareNumberedPosts(owner, 1);
  const cardOf = async (path: string) => {
    const tags = (await (await request.get(path)).text()).matchAll(
      /<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)"/g,
    );
    return Object.fromEntries([...tags].map(([, name, content]) => [name, content]));
  };
  expect(await (await request.get(`/post/${post}`)).text()).not.toContain("Photo 1");
  const hidden = await cardOf(`/post/${post}`);
  expect(hidden).toMatchObject({ "og:title": "Afterglow", "twitter:card": "summary" });
  for (const path of ["/post/missing", `/profile/${owner.username}`, "/profile/nobody.here", "/feed"]) {
    expect(await cardOf(path)).toEqual(hidden);
  }
  const landing = await cardOf("/");
  expect(landing["twitter:card"]).toBe("summary_large_image");
  for (const { "og:image": image = "", "og:url": url } of [hidden, landing]) {
    const { origin } = new URL(image);
    expect(url).toBe(`${origin}/`);
    expect((await request.get(image)).headers()["content-type"]).toMatch(/^image\/(png|jpeg)/);
  }
  for (const path of ["/robots.txt", "/favicon.ico", "/apple-touch-icon.png"]) {
    expect((await request.get(path)).status(), path).toBe(200);
  }
});

test("members' pages reject a visitor's data and form requests @desktop", async ({ request }) => {
  const closed = Object.keys(pages).filter((path) => pages[path]?.nobody === "/login");
  expect(closed.length).toBeGreaterThan(5);
  for (const path of closed) {
    const url = path.replace(/:\w+/, "something");
    const data = await request.get(`${url}.data`, { maxRedirects: 0 });
    // A client-side navigation receives the redirect to a new document as a 204 with the target in a header.
    expect([204, 302], `${url}.data`).toContain(data.status());
    const target = data.status() === 204 ? data.headers()["x-remix-redirect"] : data.headers().location;
    expect(target, `${url}.data`).toContain("/login");
    // The routes of files have no action, and the server logs an error for each form sent to it.
    if (path === "/settings/export" || path.endsWith("/photo")) continue;
    const form = await request.post(url, { form: { intent: "delete", caption: "x" }, maxRedirects: 0 });
    const result = form.status() === 302 ? form.headers().location : form.status();
    expect([withNext("/login", url), 405], `POST ${url}`).toContain(result);
  }
});
