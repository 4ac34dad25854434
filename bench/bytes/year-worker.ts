import { newId } from "~/contract/ids";
import { mediaUrl } from "~/contract/media-address";
import { DAY_MS, MINUTE_MS } from "~/contract/time";
import { type DbCost, openDb } from "~/db/client";
import { setUpProfile } from "~/domain/accounts/set-up-profile";
import { signUp } from "~/domain/accounts/sign-up";
import { markMessagesRead } from "~/domain/chat/mark-messages-read";
import { sendMessage } from "~/domain/chat/send-message";
import { acceptRequest } from "~/domain/connections/answer-request";
import { requestConnection } from "~/domain/connections/request-connection";
import type { MemberCtx, Viewer } from "~/domain/context";
import { markAllNotificationsRead } from "~/domain/notifications/mark-notifications-read";
import { addComment } from "~/domain/posts/add-comment";
import { createPost } from "~/domain/posts/create-post";
import { likePost, savePost } from "~/domain/posts/react-to-post";
import { expirySweeps } from "~/domain/retention/expiry-sweeps";
import { noMail } from "~/platform/mail";
import { noPasswords } from "~/platform/password-lists";
import { noRateLimits } from "~/platform/rate-limits";
import type { Realtime } from "~/platform/realtime";
import { createRandom } from "../../scripts/demo/random";
import { defaultHabits } from "../../scripts/model/habits";

/**
 * Simulates a year of members through the use cases, in workerd next to the database: it needs no change when tables
 * do, and counts the rows that each action writes. `POST /accounts` makes and connects them; `POST /day` runs one day.
 */

export interface Plan {
  members: number;
  /** The number of the day. */
  day: number;
}

/** Times of each action, and the rows written by all of them. */
export type Written = Record<string, { times: number; rows: number }>;

const START = Date.UTC(2026, 0, 1);
const CHATS_A_DAY = 2;
/** Takes three bytes in a row, as every key up to eight million does. */
const FIRST_KEY = 1_000_000;
/** Posts that members look at: the newest. */
const SEEN_POSTS = 300;

const random = createRandom(17);
const viewers: Viewer[] = [];
const posts: { id: string; owner: string; likedBy: Set<string>; savedBy: Set<string> }[] = [];
/** Members who have written to a member since they last looked. */
const unreadFrom = new Map<string, Set<string>>();
let written: Written = {};

const WORDS =
  "the light over the harbour was gone before anyone found a camera so this is what we kept of it: a line of gold and two boats".split(
    " ",
  );
/** Returns a text of about that many characters. */
function text(characters: number): string {
  let made = random.pick(WORDS);
  while (made.length < characters) made += ` ${random.pick(WORDS)}`;
  return made;
}

const nothing = () => undefined;
const realtime: Realtime = {
  publish: nothing,
  countsChanged: nothing,
  postCreated: nothing,
  changed: nothing,
  postRemoved: nothing,
  postsChanged: nothing,
  memberChanged: nothing,
  endSessions: nothing,
  sessionRenewed: async () => undefined,
  accountClosed: nothing,
  connected: nothing,
  disconnected: nothing,
  presenceChanged: nothing,
  expectChatSteps: async () => undefined,
  expectPushes: nothing,
};

/** Returns what use cases get. No photo is uploaded and no image made, so the year needs neither store nor engine. */
function contextAt(env: Env, at: number, viewer: Viewer | null): { ctx: MemberCtx; cost: DbCost } {
  const { db, cost } = openDb(env.DB);
  const ctx = {
    fingerprint: (text: string) => text,
    commonPasswords: noPasswords,
    breachedPasswords: noPasswords,
    humans: null,
    imageSafety: null,
    requiresEmail: false,
    ceilings: { uploads: 1_000_000, aiUses: 1_000_000 },
    db,
    chats: [db],
    viewer,
    realtime,
    mail: noMail,
    limits: noRateLimits,
    urlOf: (path: string) => path,
    language: () => "en",
    address: "bench",
    tab: null,
    now: () => new Date(at),
    isCancelled: () => false,
    defer: nothing,
  };
  return { ctx: ctx as unknown as MemberCtx, cost };
}

async function counted<Result>(
  env: Env,
  action: string,
  at: number,
  viewer: Viewer | null,
  run: (ctx: MemberCtx) => Promise<Result>,
): Promise<Result> {
  const { ctx, cost } = contextAt(env, at, viewer);
  const result = await run(ctx);
  written[action] ??= { times: 0, rows: 0 };
  written[action].times += 1;
  written[action].rows += cost.rowsWritten;
  return result;
}

/** Adds a member and a post with high keys, so that the keys of all others are as long as in a large database. */
async function startKeysHigh(env: Env): Promise<void> {
  await env.DB.batch(
    [
      `INSERT INTO users (id, username, password, email, full_name, created_at, key)
        VALUES ('first', 'first', '', '', '', '', ${FIRST_KEY})`,
      `INSERT INTO media (id, user_id, content_type, size, width, height, placeholder, color, created_at)
        VALUES ('first', 'first', 'image/webp', 1, 1, 1, '', '', '')`,
      `INSERT INTO posts (id, user_id, media_url, media_id, width, height, placeholder, color, created_at, key)
        VALUES ('first', 'first', '', 'first', 1, 1, '', '', '', ${FIRST_KEY})`,
    ].map((statement) => env.DB.prepare(statement)),
  );
}

async function makeAccounts(env: Env, members: number): Promise<void> {
  await startKeysHigh(env);
  for (let number = 0; number < members; number++) {
    const at = START + number * MINUTE_MS;
    const name = `${text(4)}.${text(4)}${number}`.replaceAll(/[^a-z0-9.]/g, "");
    const input = {
      email: `${name}@example.com`,
      fullName: `${text(4)} ${text(6)}`.replaceAll(":", ""),
      username: name,
      password: "a password",
    };
    const userAgent =
      "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0 Mobile Safari/537.36";
    const browser = { userAgent, browserTokens: [] };
    const { user } = await counted(env, "sign up", at, null, (ctx) => signUp(ctx, input, browser));
    const viewer = {
      ...user,
      sessionId: "",
      isSetUp: false,
      emailConfirmed: true,
      aiHidden: false,
      keepsOriginals: false,
      sensitivePhotos: "cover",
      mutedWords: [],
      role: "member",
      silencedUntil: null,
      dismissedAnnouncement: "",
    } as const;
    const profileImage = await makePhoto(env, user.id, at);
    await counted(env, "set up a profile", at, viewer, (ctx) =>
      setUpProfile(ctx, { bio: text(60), profileImage }),
    );
    viewers.push({ ...viewer, isSetUp: true });
  }
  for (const [number, asker] of viewers.entries()) {
    for (const asked of viewers.slice(number + 1)) {
      const at = START + members * MINUTE_MS;
      await counted(env, "request a connection", at, asker, (ctx) => requestConnection(ctx, asked.id));
      await counted(env, "accept a connection", at + MINUTE_MS, asked, (ctx) => acceptRequest(ctx, asker.id));
    }
  }
  const { ctx } = contextAt(env, START + 3 * DAY_MS, null);
  for (const sweep of Object.values(expirySweeps)) while ((await sweep(ctx)) > 0);
}

/** Stores the row of a photo without its files, and returns its address. */
async function makePhoto(env: Env, owner: string, at: number): Promise<string> {
  const id = newId(at);
  await env.DB.prepare(
    "INSERT INTO media (id, user_id, content_type, size, width, height, placeholder, color, created_at) VALUES (?, ?, 'image/webp', 280000, 1620, 1080, ?, '#886644', ?)",
  )
    .bind(id, owner, `data:image/webp;base64,${"A".repeat(150)}`, new Date(at).toISOString())
    .run();
  return mediaUrl(id);
}

async function liveDay(env: Env, day: number): Promise<number> {
  const { requests, dailyShare } = defaultHabits;
  /** Returns how often to do something today, so that the average of many days is the habit. */
  const times = (name: string) => Math.floor((requests[name] ?? 0) + random.next());
  const active = random.shuffle(viewers).filter(() => random.chance(dailyShare));
  let at = START + day * DAY_MS;
  const act = <Result>(action: string, viewer: Viewer, run: (ctx: MemberCtx) => Promise<Result>) => {
    at += 1000;
    return counted(env, action, at, viewer, run);
  };
  for (const viewer of active) {
    await act("read all notifications", viewer, (ctx) => markAllNotificationsRead(ctx));
    for (const sender of unreadFrom.get(viewer.id) ?? []) {
      await act("read messages", viewer, (ctx) => markMessagesRead(ctx, sender));
    }
    unreadFrom.delete(viewer.id);
    for (let n = times("POST /api/posts"); n > 0; n--) {
      const mediaUrl = await makePhoto(env, viewer.id, at);
      const input = {
        mediaUrl,
        caption: `${text(60)} #${random.pick(WORDS)}`,
        location: text(12),
        altText: text(80),
      };
      const { id } = await act("post", viewer, (ctx) => createPost(ctx, { ...input, clientId: newId(at) }));
      posts.push({ id, owner: viewer.id, likedBy: new Set(), savedBy: new Set() });
    }
    const seen = posts.slice(-SEEN_POSTS).filter(({ owner }) => owner !== viewer.id);
    const notYet = (who: "likedBy" | "savedBy", count: number) =>
      random.shuffle(seen.filter((post) => !post[who].has(viewer.id))).slice(0, count);
    for (const post of notYet("likedBy", times("POST /api/posts/{id}/like"))) {
      post.likedBy.add(viewer.id);
      await act("like", viewer, (ctx) => likePost(ctx, post.id));
    }
    for (const post of notYet("savedBy", times("POST /api/posts/{id}/save"))) {
      post.savedBy.add(viewer.id);
      await act("save", viewer, (ctx) => savePost(ctx, post.id));
    }
    for (let n = times("POST /api/posts/{id}/comment"); n > 0 && seen.length > 0; n--) {
      const { id } = random.pick(seen);
      const comment = { comment: text(random.integer(10, 70)), clientId: newId(at) };
      await act("comment", viewer, (ctx) => addComment(ctx, id, comment));
    }
    const others = random.shuffle(viewers.filter(({ id }) => id !== viewer.id)).slice(0, CHATS_A_DAY);
    for (let n = times("POST /api/chat/messages/{userId}"); n > 0; n--) {
      const { id } = random.pick(others);
      const message = { content: text(random.integer(10, 90)), clientId: newId(at) };
      await act("message", viewer, (ctx) => sendMessage(ctx, id, message));
      unreadFrom.set(id, (unreadFrom.get(id) ?? new Set()).add(viewer.id));
    }
  }
  return active.length;
}

export default {
  async fetch(request, env) {
    const { members, day }: Plan = await request.json();
    written = {};
    if (new URL(request.url).pathname === "/accounts") {
      await makeAccounts(env, members);
      return Response.json({ written, active: members });
    }
    const active = await liveDay(env, day);
    return Response.json({ written, active });
  },
} satisfies ExportedHandler<Env>;
