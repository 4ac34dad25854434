import { beforeAll, describe, expect, test } from "vitest";
import type { CallName, calls } from "~/contract/calls";
import { firstIdOf } from "~/contract/ids";
import { firstPage } from "~/db/cursor";
import { readRows } from "~/db/viewer-query";
import { openChats } from "~/domain/chat/open-chats";
import { listTaggedPosts, taggedRows } from "~/domain/posts/list-tagged-posts";
import { feedRows, readFeed } from "~/domain/posts/read-feed";
import { Client, dataUrl } from "./client";
import { contextOf } from "./context-of";
import { plainMember } from "./sessions";

/** Makes a request and returns its status, and the statements and trips of its log line. */
async function costOf(client: Client, path: string) {
  const lines: string[] = [];
  const log = console.log;
  console.log = (line: string) => void lines.push(line);
  const { status } = await client.fetch(path);
  console.log = log;
  const { statements, trips } = JSON.parse(lines.at(-1) ?? "{}");
  return { status, statements, trips };
}

type Reading = { [Name in CallName]: (typeof calls)[Name]["method"] extends "GET" ? Name : never }[CallName];

/** An address of every call that reads. A missing one is a type error. */
const reading: Record<Reading, string> = {
  me: "/api/auth/me",
  listSessions: "/api/account/sessions",
  listInvitations: "/api/invitations",
  readEmail: "/api/account/email",
  readSecurity: "/api/account/security",
  startPasskeyLogin: "/api/auth/passkey/options",
  startPasskey: "/api/account/passkeys/options",
  startPasskeySignUp: "/api/auth/signup/passkey/options",
  readProfile: "/api/users/profile/GRACE",
  listProfilePosts: `/api/users/profile/grace/posts?cursor=${firstIdOf(0)}`,
  listConnected: "/api/users/profile/grace/connected?q=ad",
  listConnecting: `/api/users/profile/grace/connecting?cursor=${firstIdOf(0)}`,
  searchUsers: "/api/users/search?q=gra",
  checkUsername: "/api/users/username/somebody.new",
  listBlocked: "/api/blocks",
  listMutes: "/api/mutes",
  readNotificationSettings: "/api/notifications/settings",
  readPush: "/api/push",
  listReports: "/api/reports",
  readFeed: `/api/feed?limit=5&cursor=${firstIdOf(0)}`,
  listPostPreviews: "/api/posts/previews?ids=POST",
  readPost: "/api/posts/POST",
  readNeighbours: "/api/posts/POST/neighbours",
  listSavedPosts: "/api/posts/saved",
  listCollections: "/api/collections",
  readCollection: "/api/collections/COLLECTION",
  listCollectionPosts: "/api/collections/COLLECTION/posts?limit=5",
  searchTags: "/api/tags/search?q=%23du",
  searchPosts: "/api/posts/search?q=evening&limit=5",
  listTaggedPosts: "/api/tags/dusk/posts?limit=5",
  listExplorePosts: "/api/explore?limit=5",
  readSurroundings: "/api/explore/surroundings",
  listFollowedTags: "/api/tags/followed",
  listTrendingTags: "/api/tags/trending",
  listSuggestions: "/api/users/suggestions",
  listComments: "/api/posts/POST/comments",
  listLikers: "/api/posts/POST/likes",
  listConnections: "/api/connections",
  readStories: "/api/connections/stories",
  listReceivedRequests: "/api/connections/requests/received",
  listSentRequests: "/api/connections/requests/sent?limit=5",
  readConnectionStatus: "/api/connections/status/ID",
  listNotifications: "/api/notifications?limit=3",
  listNotificationGroups: "/api/notifications/groups?limit=3",
  countUnreadNotifications: "/api/notifications/unread",
  listChats: "/api/chat/connections",
  countUnreadMessages: "/api/chat/unread",
  listMessages: "/api/chat/messages/ID?cursor=7",
  searchChats: "/api/chat/search?q=evening&cursor=7",
  searchConversation: "/api/chat/messages/ID/search?q=evening&cursor=7",
  listAiImages: "/api/ai/images",
};

/** The number of reads of each page. The tests' pages read nothing: tests/build/budgets.test.ts has the built ones. */
const pages: [path: string, reads: number][] = [
  ["/feed", 1],
  [`/feed?cursor=${firstIdOf(0)}`, 1],
  ["/feed.data", 1],
  ["/feed.data?_routes=root,routes/feed", 1],
  ["/chat", 1],
  ["/chat?user=GRACE", 2],
  ["/post", 0],
  ["/post?imageUrl=/media/POST", 1],
  ["/post/POST", 2],
  ["/post/POST.data?_routes=routes/post", 2],
  ["/post/POST/likes", 1],
  ["/collections/COLLECTION", 2],
  ["/collections/COLLECTION.data?_routes=routes/collection", 2],
  ["/tag/dusk", 2],
  ["/explore", 4],
  [`/explore?cursor=${firstIdOf(0)}`, 1],
  ["/explore.data?_routes=routes/explore", 4],
  ["/tag/dusk.data?_routes=routes/tag", 2],
  ["/profile", 1],
  ["/profile.data?_routes=routes/own-profile", 1],
  ["/profile/GRACE", 1],
  ["/profile/GRACE.data?_routes=root,routes/profile", 1],
  ["/profile/GRACE/connected?q=ad", 1],
  ["/profile/GRACE/connecting", 1],
  ["/profile/GRACE/connecting.data?_routes=routes/connecting", 1],
  ["/requests", 1],
  ["/requests?list=sent", 1],
  ["/notifications", 2],
  ["/notifications?show=likes", 2],
  ["/notifications.data?show=likes&_routes=routes/notifications", 2],
  ["/ai", 1],
  ["/search", 4],
  ["/search?show=people", 1],
  ["/search?q=gra", 3],
  ["/search?q=gra&show=people", 1],
  [`/search?q=gra&cursor=${firstIdOf(0)}`, 1],
  ["/search.data?q=+gra+&_routes=routes/search", 3],
  ["/settings/security", 2],
  ["/settings/security.data?_routes=routes/security", 2],
  ["/settings/notifications", 3],
  ["/settings/notifications.data?_routes=routes/notification-settings", 3],
  ["/settings/confirm", 1],
  ["/settings", 3],
  ["/settings.data?_routes=root,routes/settings", 3],
  ["/settings/account.data?_routes=routes/settings-account", 3],
  ["/settings/invitations", 3],
  ["/settings/profile", 0],
  ["/settings/email", 2],
  ["/settings/password", 1],
  ["/settings/sessions", 1],
  ["/settings/delete", 2],
  ["/settings/quiet-hours", 1],
  ["/settings/privacy.data?_routes=root,routes/settings-privacy", 1],
  ["/settings/photos", 0],
  ["/settings/blocked", 2],
  ["/settings/reports", 2],
  ["/moderation", 3],
  ["/moderation.data?kind=post&_routes=routes/moderation", 2],
  ["/moderation/sign-ups", 2],
  ["/moderation/members/ID", 3],
  ["/moderation/log", 2],
  ["/moderation/site", 5],
  ["/moderation/dashboard", 4],
  ["/moderation/dashboard/counters.csv", 2],
  ["/moderation/reports/ID", 5],
  ["/moderation/decisions/ID", 2],
];

/** Returns the names in an address, filled in with a connection and a post of theirs. */
async function connected() {
  const [ada, grace] = [await plainMember("ada"), await plainMember("grace")];
  await ada.call("requestConnection", { params: { userId: grace.id } });
  await grace.call("acceptConnection", { params: { fromUserId: ada.id } });
  await grace.call("sendMessage", { params: { userId: ada.id }, body: { content: "Hello" } });
  const post = await grace.call("createPost", { body: { mediaUrl: dataUrl, caption: "Evening #dusk" } });
  const { id: collection } = await ada.call("createCollection", { body: { name: "Dusk" } });
  const fill = (address: string) =>
    address
      .replace("COLLECTION", collection)
      .replace("POST", post.id)
      .replace("ID", grace.id)
      .replace(/grace/i, (name) => (name === "GRACE" ? grace.username.toUpperCase() : grace.username));
  return { ada, grace, post, fill };
}

describe("one trip", () => {
  let world: Awaited<ReturnType<typeof connected>>;
  beforeAll(async () => {
    world = await connected();
  });

  test.each(Object.values(reading))("answers %s", async (path) => {
    expect(await costOf(world.ada, world.fill(path))).toMatchObject({ status: 200, trips: 1 });
  });

  test("sends a message's file to its members", async () => {
    const { ada, grace } = await connected();
    const body = { content: "Look", attachment: { data: dataUrl } };
    const { attachment } = await grace.call("sendMessage", { params: { userId: ada.id }, body });
    expect(await costOf(ada, attachment?.url ?? "")).toMatchObject({ status: 200, trips: 1 });
    expect(await costOf(await plainMember("eve"), attachment?.url ?? "")).toMatchObject({
      status: 404,
      trips: 1,
    });
  });

  test.each(pages)("reads %s ahead, by %i statements", async (path, reads) => {
    expect(await costOf(world.ada, world.fill(path))).toMatchObject({ statements: 1 + reads, trips: 1 });
  });

  test.each([
    "/api/posts/unknown",
    "/api/posts/unknown/comments",
    "/api/users/profile/nobody",
    "/api/users/profile/nobody/posts",
    "/api/connections/status/nobody",
    "/api/chat/messages/nobody",
  ])("answers %s with 404", async (path) => {
    expect(await costOf(world.ada, path)).toMatchObject({ status: 404, trips: 1 });
  });

  test("hides what a block hides", async () => {
    const eve = await plainMember("eve");
    await world.grace.call("blockMember", { params: { userId: eve.id } });
    const hidden = [
      reading.readPost,
      reading.readNeighbours,
      reading.listComments,
      reading.readProfile,
      reading.listProfilePosts,
      reading.readConnectionStatus,
      reading.listMessages,
    ];
    for (const path of hidden) {
      expect(await costOf(eve, world.fill(path))).toMatchObject({ status: 404, trips: 1 });
    }
  });

  test("finds a member by a former username", async () => {
    const { ada } = world;
    const ivan = await plainMember("ivan");
    await ivan.call("setUpProfile", { body: { username: "ivan.renamed" } });
    expect(await costOf(ada, `/api/users/profile/${ivan.username}`)).toMatchObject({ status: 200, trips: 1 });
    expect(await costOf(ada, `/api/users/profile/${ivan.username}...`)).toMatchObject({
      status: 200,
      trips: 1,
    });
  });

  test("opens a conversation of the chat page", async () => {
    const { ada, grace } = world;
    const { ctx, cost } = contextOf(ada);
    const start = await openChats(ctx, grace.username.toUpperCase());
    expect(start.open?.messages.map(({ content }) => content)).toEqual(["Hello"]);
    expect(cost.trips).toBe(2);
    expect((await openChats(ctx, "nobody")).open).toBeNull();
  });
});

test.each(["/feed.data?_routes=root", "/tag/dusk.data?_routes=root", "/search?q=g", "/api/auth/me"])(
  "preloads nothing for %s",
  async (path) => {
    expect(await costOf(await plainMember("ada"), path)).toMatchObject({ statements: 1, trips: 1 });
  },
);

test("preloads nothing without a session cookie", async () => {
  expect(await costOf(new Client(), "/feed")).toMatchObject({ statements: 0, trips: 0 });
});

test("ignores preloaded rows of a session that has ended", async () => {
  const ada = await plainMember("ada");
  const cookies = new Map(ada.cookies);
  await ada.call("logOut");
  for (const [name, value] of cookies) ada.cookies.set(name, value);
  const reply = await ada.fetch("/api/feed");
  expect(reply.status).toBe(401);
});

test("uses preloaded rows for the same input only, and fetches the rest in one batch", async () => {
  const ada = await plainMember("ada");
  await ada.call("createPost", { body: { mediaUrl: dataUrl, caption: "Evening #dusk" } });
  const { ctx, cost } = contextOf(ada);
  const preloaded = [{ read: taggedRows({ tag: "dusk", page: firstPage }), rows: [] }];
  const preloadedCtx = { ...ctx, preloaded };
  expect((await listTaggedPosts(preloadedCtx, "Dusk")).items).toEqual([]);
  expect(cost.trips).toBe(0);
  expect((await listTaggedPosts(preloadedCtx, "dusk", { ...firstPage, limit: 1 })).items).toHaveLength(1);
  expect((await readFeed(preloadedCtx)).items).toHaveLength(1);
  expect(cost.trips).toBe(2);
  const [tagged, feed, older] = await readRows(
    preloadedCtx,
    taggedRows({ tag: "dusk", page: firstPage }),
    feedRows(firstPage),
    feedRows({ ...firstPage, cursor: firstIdOf(0) }),
  );
  expect([tagged.length, feed.length, older.length]).toEqual([0, 1, 0]);
  expect(cost).toMatchObject({ statements: 4, trips: 3 });
});
