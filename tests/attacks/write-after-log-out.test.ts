import { createExecutionContext, env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CLOSED_SESSION_ENDED } from "~/contract/limits";
import { openDb, unguarded } from "~/db/client";
import { tokenId } from "~/domain/accounts/session-token";
import { actAsOperator } from "~/domain/moderation/act-on-member";
import type { Realtime } from "~/platform/realtime";
import { Operator, type OperatorRequest } from "../../workers/operator";
import { UserHub } from "../../workers/user-hub";
import { admin, operatorCtx } from "../workers/admin-command";
import { Tab } from "../workers/channel";
import { Client, dataUrl, errorOf, type Member, member } from "../workers/client";
import { connect } from "../workers/connect";
import { hub } from "../workers/hubs";
import { again, isIn, nameHub, tokenOf } from "../workers/sessions";

/** The tables into which a like, a save, a message and a read mark write. */
const TABLES = ["post_likes", "post_saves", "comment_likes", "notices", "chat_messages"];

const stored = async () => {
  const rows = await env.DB.batch(TABLES.map((table) => env.DB.prepare(`SELECT * FROM ${table}`)));
  return rows.map(({ results }) => results);
};

/** Lets no call reach a hub that would end a session there. */
function loseHubs(): void {
  for (const method of ["endSessions", "accountClosed", "publish"] as const) {
    vi.spyOn(UserHub.prototype, method).mockRejectedValue(new Error("The hub cannot be reached."));
  }
}

/** Suspends the member as the command line does before the Worker publishes it. */
const suspendUnpublished = () =>
  actAsOperator({ ...operatorCtx(), realtime: silent }, eve.id, {
    action: "suspend",
    reason: "spam",
    note: "",
  });

const silent = new Proxy({} as Realtime, { get: () => () => undefined });

/** The ways in which a member's session ends while a thief has a copy of its cookie. */
const ends: [string, (eve: Member) => Promise<unknown>][] = [
  ["its member ends it elsewhere", async (eve) => (await again(eve)).call("endOtherSessions")],
  ["its member logs out", (eve) => copyOf(eve).call("logOut")],
  [
    "its member deletes the account",
    async (eve) => {
      const body = { confirmation: eve.username, currentPassword: "sunset" };
      return (await again(eve)).call("deleteAccount", { body });
    },
  ],
  [
    "the operator suspends its member by the command line",
    (eve) => admin("suspend", [eve.username], { reason: "spam" }),
  ],
];

/** Returns another browser with the same cookies. */
function copyOf({ cookies }: Client): Client {
  const copy = new Client();
  for (const [name, value] of cookies) copy.cookies.set(name, value);
  return copy;
}

let ada: Member;
let eve: Member;
let post: { id: string };
let comment: { id: string };

beforeEach(async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  [ada, eve] = [await member("ada"), await member("eve")];
  nameHub(eve, eve.id);
  await connect(ada, eve);
  post = await ada.call("createPost", { body: { mediaUrl: dataUrl, caption: "Dusk" } });
  comment = await ada.call("addComment", { params: { id: post.id }, body: { comment: "Mine" } });
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Returns whether the member's hub has cached the session of a client. */
const isCached = async (client: Client & { id: string }) =>
  (await hub(client).session(tokenId(tokenOf(client)))) !== null;

const LOG_IN = { status: 401, message: "Please log in to continue." };

describe.each(ends)("after %s, and no hub can be reached", (_, end) => {
  test("a session that the hub has cached stores no like, save or notification", async () => {
    await eve.call("readFeed");
    loseHubs();
    await end(eve);
    const before = await stored();
    for (const path of ["like", "save", `comments/${comment.id}/like`]) {
      expect(await isCached(eve), path).toBe(true);
      const reply = await eve.send("POST", `/api/posts/${post.id}/${path}`);
      expect(await errorOf(reply), path).toEqual(LOG_IN);
    }
    expect(await stored()).toEqual(before);
  });

  test("its open socket stores no message and marks nothing as read", async () => {
    const tab = await Tab.online(eve);
    await ada.call("sendMessage", { params: { userId: eve.id }, body: { content: "Hi" } });
    await tab.receive("message");
    loseHubs();
    await end(eve);
    const before = await stored();
    tab.send("read", { senderId: ada.id });
    tab.send("message", { receiverId: ada.id, content: "Still here", clientId: crypto.randomUUID() });
    expect((await tab.untilClosed()).code).toBe(CLOSED_SESSION_ENDED);
    expect(await stored()).toEqual(before);
  });
});

test("a refused write ends the session in the hub too: its socket closes, and cached reads stop", async () => {
  await eve.call("readFeed");
  const tab = await Tab.online(eve);
  await suspendUnpublished();
  expect(await isIn(eve)).toBe(true);
  expect((await eve.send("POST", `/api/posts/${post.id}/like`)).status).toBe(401);
  expect((await tab.untilClosed()).code).toBe(CLOSED_SESSION_ENDED);
  expect(await isIn(eve)).toBe(false);
});

describe("the operator's entrypoint", () => {
  const ask = (init: RequestInit) =>
    new Operator(createExecutionContext(), env).fetch(new Request("https://operator/", init));
  const post = (asked: OperatorRequest) => ask({ method: "POST", body: JSON.stringify(asked) });

  test("publishes what the command line has recorded: sockets close, and cached reads stop", async () => {
    await eve.call("readFeed");
    const tab = await Tab.online(eve);
    await suspendUnpublished();
    const session = tokenId(tokenOf(eve));
    expect((await post({ events: [["accountClosed", eve.id, [session], []]] })).status).toBe(200);
    expect((await tab.untilClosed()).code).toBe(CLOSED_SESSION_ENDED);
    expect(await isIn(eve)).toBe(false);
  });

  test("returns keyed hashes, and takes no other method than those of the port", async () => {
    const reply = await post({ texts: ["mail to ada@example.com"] });
    expect(await reply.json()).toEqual({ hashes: [expect.stringMatching(/^[\da-f]{64}$/)] });
    const events = [["toString"]] as unknown as OperatorRequest["events"];
    expect((await post({ events: events ?? [] })).status).toBe(400);
  });

  test("replies with 502 when a hub fails", async () => {
    loseHubs();
    expect((await post({ events: [["endSessions", eve.id, []]] })).status).toBe(502);
  });

  test.each([
    ["a page", { method: "POST", headers: { Origin: "https://evil.example" } }],
    ["a link", { method: "GET" }],
  ])("does nothing for %s", async (_, init) => {
    const end = vi.spyOn(UserHub.prototype, "endSessions");
    const body = JSON.stringify({ events: [["endSessions", eve.id, []]] });
    expect((await ask({ ...init, ...(init.method === "POST" && { body }) })).status).toBe(403);
    expect(end).not.toHaveBeenCalled();
  });
});

test("the site's own work goes on after the session has ended, and the member's does not", async () => {
  const guarded = openDb(env.DB, undefined, { session: tokenId(tokenOf(eve)) }).db;
  const write = sql`UPDATE users SET bio = 'written' WHERE id = ${eve.id}`;
  const bio = () => env.DB.prepare("SELECT bio FROM users WHERE id = ?").bind(eve.id).first("bio");
  await copyOf(eve).call("logOut");
  const before = await bio();
  await expect(guarded.run(write)).rejects.toThrow();
  expect(await bio()).toBe(before);
  await unguarded(guarded).run(write);
  expect(await bio()).toBe("written");
});
