import { createExecutionContext, env } from "cloudflare:test";
import { afterEach, describe, expect, inject, test, vi } from "vitest";
import { type Call, type CallName, calls } from "~/contract/calls";
import { isMembersOnly, statusOf } from "~/contract/calls/call";
import { bodyOf } from "~/contract/errors";
import { FORWARD_MAX } from "~/contract/limits";
import { INTERNAL_ERROR, LOG_IN_FIRST } from "~/contract/texts";
import { codeHash } from "~/domain/accounts/email-mail";
import { tokenId } from "~/domain/accounts/session-token";
import { sweepRemovals } from "~/domain/media/sweep-removals";
import { Authenticator } from "../factories/authenticator";
import { newSubscription, quietHours } from "../factories/push-service";
import { appCode } from "../factories/two-factor";
import { Client, dataUrl, type Member, member, SITE } from "./client";
import { connect } from "./connect";
import { contextOf } from "./context-of";
import {
  breakDb,
  type Cut,
  changes,
  everything,
  failing,
  failingDb,
  type Stored,
  sweepCtx,
} from "./faulty-storage";
import { photo } from "./photos";
import { silenceHubs } from "./quiet-hubs";
import { app } from "./worker";

silenceHubs();

const OURS = bodyOf(INTERNAL_ERROR);

interface Wanted {
  params?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
  /** The caller, unless it is the first member. */
  caller?: Client;
}

/** Makes a call with a broken binding and waits for its deferred work. */
async function callIn(
  overrides: Partial<Env>,
  member: Client,
  name: CallName,
  { params = {}, body, caller = member, headers: more = {} }: Wanted,
) {
  const call: Call = calls[name];
  const path = call.path.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? "");
  const cookies = [...caller.cookies].map((pair) => pair.join("=")).join("; ");
  const headers = { Origin: SITE, Cookie: cookies, ...more };
  const sent = body instanceof FormData ? body : JSON.stringify(body);
  const init = { method: call.method, headers, ...(body ? { body: sent } : {}) };
  const behind: Promise<unknown>[] = [];
  // Errors of deferred work are only logged.
  const waitUntil = (work: Promise<unknown>) => void behind.push(work.catch(() => undefined));
  const execution = Object.assign(createExecutionContext(), { waitUntil });
  const reply = await app.fetch(new Request(new URL(path, SITE), init), { ...env, ...overrides }, execution);
  const answer: unknown = reply.status === 204 ? null : await reply.json();
  for (const work of behind) await work;
  return { status: reply.status, answer };
}

/** The calls that write: all but those that read. */
type WriteName = { [N in CallName]: (typeof calls)[N]["method"] extends "GET" ? never : N }[CallName];

interface Write {
  /** Creates the entities that the write needs. */
  prepare: (ada: Member, grace: Member) => Promise<Wanted>;
  /** The status of a retry whose first attempt was stored, if it is not that of the call. */
  again?: number;
  /** The call has no idempotency key: a retry stores another entity. */
  repeats?: true;
  /** The call writes after its reply, which does not reveal whether it did. */
  isDeferred?: true;
  /** The call leaves nothing that the hourly run of the next day keeps, except counters. */
  isTransient?: true;
}

const photoForm = () => {
  const form = new FormData();
  form.set("file", new File([photo("small")], "photo.jpg", { type: "image/jpeg" }));
  return form;
};

const postOf = async (owner: Member) => ({
  id: (await owner.call("createPost", { body: { mediaUrl: dataUrl } })).id,
});
const aiImageOf = (owner: Member) => owner.call("generateImage", { body: { prompt: "A harbour at dusk" } });
const commentOf = async (ada: Member) => {
  const params = await postOf(ada);
  const { id } = await ada.call("addComment", { params, body: { comment: "Mine" } });
  return { params: { ...params, commentId: id } };
};
const collectionOf = async (owner: Member) => ({
  id: (await owner.call("createCollection", { body: { name: "Dusk" } })).id,
});
const onPostOf = async (owner: Member): Promise<Wanted> => ({ params: await postOf(owner) });
const onGrace = async (_: Member, grace: Member): Promise<Wanted> => ({ params: { userId: grace.id } });

/** Opens another session of a member. */
async function logInElsewhere({ email }: Member): Promise<Client> {
  const other = new Client();
  await other.call("logIn", { body: { email, password: "sunset" } });
  return other;
}

/** The tokens of the links that `linkFor` stores. */
const TOKEN = "a link in a mail";

/** Stores a link that sets a password, changes the email address, undoes such a change, or secures the account. */
async function linkFor(
  { id }: Member,
  table: "password_resets" | "email_changes" | "email_undos" | "alert_links",
): Promise<Wanted> {
  const row: Record<string, string> = {
    id: tokenId(TOKEN),
    user_id: id,
    expires_at: "2099",
    created_at: new Date().toISOString(),
  };
  if (table === "email_changes" || table === "email_undos") row.email = `${crypto.randomUUID()}@example.com`;
  if (table === "email_changes") row.session_id = "";
  const columns = Object.keys(row);
  await env.DB.batch([
    env.DB.prepare(`DELETE FROM ${table}`),
    env.DB.prepare(
      `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
    ).bind(...Object.values(row)),
  ]);
  return { body: { token: TOKEN } };
}

/** Stores a connection request of a new member to Ada. */
async function requestTo(ada: Member): Promise<Wanted> {
  const eve = await member("eve");
  await eve.call("requestConnection", { params: { userId: ada.id } });
  return { params: { fromUserId: eve.id } };
}

/** Stores a notification for Ada and returns its id. */
async function notificationFor(ada: Member, grace: Member): Promise<string> {
  await grace.call("likePost", { params: await postOf(ada) });
  const [notification] = await ada.call("listNotifications");
  return notification?.id ?? "";
}

/** Sends a message and returns its id as the parameters of a call. */
async function sentMessage(from: Member, to: Member): Promise<{ messageId: string }> {
  const { id } = await from.call("sendMessage", { params: { userId: to.id }, body: { content: "Hi" } });
  return { messageId: id };
}

/** Turns a member's two-factor authentication on with the current code of an app. */
async function turnOnTwoFactor(ada: Member): Promise<{ secret: string }> {
  const { secret } = await ada.call("startTotp");
  await ada.call("confirmTotp", { body: { code: appCode(secret) } });
  return { secret };
}

/** Adds a passkey to a member's account. */
async function addPasskeyTo(ada: Member): Promise<Authenticator> {
  const key = new Authenticator(SITE);
  const { challenge } = await ada.call("startPasskey");
  await ada.call("addPasskey", { body: { name: "Laptop", passkey: key.create(challenge) } });
  return key;
}

/** Lets people sign up by invitation only. */
const needInvitations = () =>
  env.DB.prepare(
    "INSERT OR REPLACE INTO site_settings (id, sign_ups, sign_up_text) VALUES (1, 'invitation', '')",
  ).run();

let signUps = 0;

/** Every call that writes, in the order of app/contract/calls.ts. */
const writes: Record<WriteName, Write> = {
  logIn: {
    prepare: async ({ email }) => ({ caller: new Client(), body: { email, password: "sunset" } }),
    repeats: true,
  },
  logInWithCode: {
    prepare: async (ada) => {
      const { secret } = await turnOnTwoFactor(ada);
      const caller = new Client();
      await caller.send("POST", "/api/auth/login", { email: ada.email, password: "sunset" });
      return { caller, body: { code: appCode(secret, 1) } };
    },
    again: 401,
  },
  logInWithPasskey: {
    prepare: async (ada) => {
      const key = await addPasskeyTo(ada);
      const caller = new Client();
      const { challenge } = await caller.call("startPasskeyLogin");
      return { caller, body: { passkey: key.get(challenge) } };
    },
    again: 401,
  },
  signUp: {
    prepare: async () => ({
      caller: new Client(),
      body: { email: `new${++signUps}@example.com`, fullName: "New One", password: "golden hour" },
    }),
    again: 409,
  },
  signUpWithPasskey: {
    prepare: async () => {
      const caller = new Client();
      const { challenge, user } = await caller.call("startPasskeySignUp");
      const names = { email: `new${++signUps}@example.com`, fullName: "New One", handle: user.id };
      return { caller, body: { ...names, passkey: new Authenticator(SITE).create(challenge) } };
    },
    again: 409,
  },
  logOut: { prepare: async () => ({}) },
  requestPasswordReset: {
    prepare: async ({ email }) => ({ body: { email } }),
    isDeferred: true,
    repeats: true,
  },
  resetPassword: {
    prepare: async (ada) => {
      await linkFor(ada, "password_resets");
      return { caller: new Client(), body: { token: TOKEN, password: "moonrise" } };
    },
    again: 422,
  },
  confirmEmail: { prepare: (ada) => linkFor(ada, "email_changes"), again: 422 },
  undoEmailChange: { prepare: (ada) => linkFor(ada, "email_undos"), again: 422 },
  secureAccount: { prepare: (ada) => linkFor(ada, "alert_links"), again: 422 },
  // A retry sends the former password.
  changePassword: {
    prepare: async (ada) => {
      await logInElsewhere(ada);
      return { body: { currentPassword: "sunset", newPassword: "moonrise" } };
    },
    again: 422,
  },
  changeEmail: {
    prepare: async () => ({
      body: { email: `${crypto.randomUUID()}@example.com`, currentPassword: "sunset" },
    }),
    repeats: true,
  },
  cancelEmailChange: {
    prepare: async (ada) => {
      await linkFor(ada, "email_changes");
      return {};
    },
  },
  resendEmailLink: {
    prepare: async (ada) => {
      await linkFor(ada, "email_changes");
      return {};
    },
    repeats: true,
  },
  confirmEmailByCode: {
    prepare: async (ada) => {
      await linkFor(ada, "email_changes");
      const code = "123456";
      await env.DB.prepare("UPDATE email_changes SET code = ?")
        .bind(codeHash(contextOf(ada).ctx, ada.id, code))
        .run();
      return { body: { code } };
    },
    again: 422,
  },
  confirmIdentity: { prepare: async () => ({ body: { currentPassword: "sunset" } }) },
  startTotp: { prepare: async () => ({}) },
  confirmTotp: {
    prepare: async (ada) => ({ body: { code: appCode((await ada.call("startTotp")).secret) } }),
    again: 409,
  },
  endTotp: {
    prepare: async (ada) => {
      await turnOnTwoFactor(ada);
      return {};
    },
  },
  // A retry sends a code that was used.
  renewRecoveryCodes: {
    prepare: async (ada) => ({ body: { code: appCode((await turnOnTwoFactor(ada)).secret, 1) } }),
    again: 422,
  },
  addPasskey: {
    prepare: async (ada) => {
      const { challenge } = await ada.call("startPasskey");
      return { body: { name: "Laptop", passkey: new Authenticator(SITE).create(challenge) } };
    },
    again: 422,
  },
  renamePasskey: {
    prepare: async (ada) => ({ params: { id: (await addPasskeyTo(ada)).id }, body: { name: "Old laptop" } }),
  },
  removePasskey: {
    prepare: async (ada) => ({ params: { id: (await addPasskeyTo(ada)).id } }),
    again: 404,
  },
  deleteAccount: {
    prepare: async (ada) => {
      await postOf(ada);
      return { body: { confirmation: ada.username, currentPassword: "sunset" } };
    },
    again: 401,
  },
  endOtherSessions: {
    prepare: async (ada) => {
      await logInElsewhere(ada);
      return {};
    },
  },
  endSession: {
    prepare: async (ada) => {
      const sessions = await (await logInElsewhere(ada)).call("listSessions");
      return { params: { id: sessions.find(({ isCurrent }) => isCurrent)?.id ?? "" } };
    },
    again: 404,
  },
  createInvitation: {
    prepare: async () => {
      await needInvitations();
      return { body: { uses: 2 } };
    },
    repeats: true,
  },
  revokeInvitation: {
    prepare: async (ada) => {
      await needInvitations();
      return { params: { id: (await ada.call("createInvitation", { body: {} })).id } };
    },
    again: 404,
  },
  setUpProfile: { prepare: async () => ({ body: { profileImage: dataUrl, bio: "New" } }) },
  blockMember: { prepare: onGrace },
  unblockMember: {
    prepare: async (ada, grace) => {
      await ada.call("blockMember", { params: { userId: grace.id } });
      return { params: { userId: grace.id } };
    },
  },
  muteMember: { prepare: onGrace },
  unmuteMember: {
    prepare: async (ada, grace) => {
      await ada.call("muteMember", { params: { userId: grace.id } });
      return { params: { userId: grace.id } };
    },
  },
  muteWord: { prepare: async () => ({ body: { word: "kale" } }) },
  unmuteWord: {
    prepare: async (ada) => {
      await ada.call("muteWord", { body: { word: "kale" } });
      return { params: { word: "kale" } };
    },
  },
  saveNotificationSettings: { prepare: async () => ({ body: { app: ["likes"] } }) },
  setNotificationException: {
    prepare: async (_, grace) => ({ params: { userId: grace.id }, body: { mode: "never" } }),
  },
  removeNotificationException: {
    prepare: async (ada, grace) => {
      const params = { userId: grace.id };
      await ada.call("setNotificationException", { params, body: { mode: "never" } });
      return { params };
    },
  },
  dismissSuggestion: { prepare: onGrace },
  followTag: { prepare: async () => ({ params: { tag: "dusk" } }) },
  unfollowTag: {
    prepare: async (ada) => {
      await ada.call("followTag", { params: { tag: "dusk" } });
      return { params: { tag: "dusk" } };
    },
  },
  report: { prepare: async (_, grace) => ({ body: { userId: grace.id, reason: "spam" } }) },
  hideAiPosts: { prepare: async () => ({ body: { hidden: true } }) },
  setCommenters: { prepare: async () => ({ body: { from: "nobody" } }) },
  setSensitivePhotos: { prepare: async () => ({ body: { mode: "hide" } }) },
  createPost: {
    prepare: async () => ({ body: { mediaUrl: dataUrl, caption: "#dusk with @grace", clientId: "one" } }),
  },
  listImported: { prepare: async () => ({ body: { clientIds: ["one"] } }), isTransient: true },
  deletePost: { prepare: onPostOf, again: 404 },
  editPost: {
    prepare: async (ada) => ({ params: await postOf(ada), body: { caption: "#late with @grace" } }),
  },
  likePost: { prepare: (_, grace) => onPostOf(grace) },
  unlikePost: {
    prepare: async (ada, grace) => {
      const params = await postOf(grace);
      await ada.call("likePost", { params });
      return { params };
    },
  },
  savePost: { prepare: (_, grace) => onPostOf(grace) },
  unsavePost: {
    prepare: async (ada, grace) => {
      const params = await postOf(grace);
      await ada.call("savePost", { params });
      return { params };
    },
  },
  moveSavedPosts: {
    prepare: async (ada, grace) => {
      const { id } = await postOf(grace);
      await ada.call("savePost", { params: { id } });
      return { body: { postIds: [id], collectionId: (await collectionOf(ada)).id } };
    },
  },
  createCollection: { prepare: async () => ({ body: { name: "Dusk", clientId: "one" } }) },
  editCollection: {
    prepare: async (ada) => ({ params: await collectionOf(ada), body: { name: "Dawn" } }),
  },
  deleteCollection: { prepare: async (ada) => ({ params: await collectionOf(ada) }), again: 404 },
  addComment: {
    prepare: async (_, grace) => ({
      params: await postOf(grace),
      body: { comment: "Hello @ada", clientId: "one" },
    }),
  },
  deleteComment: {
    prepare: async (ada, grace) => {
      const params = await postOf(grace);
      const { id } = await ada.call("addComment", { params, body: { comment: "Hello" } });
      return { params: { ...params, commentId: id } };
    },
    again: 404,
  },
  likeComment: { prepare: commentOf },
  unlikeComment: {
    prepare: async (ada) => {
      const { params } = await commentOf(ada);
      await ada.call("likeComment", { params });
      return { params };
    },
  },
  editComment: {
    prepare: async (ada) => ({ ...(await commentOf(ada)), body: { comment: "Hello @grace" } }),
  },
  pinComment: { prepare: commentOf },
  unpinComment: {
    prepare: async (ada) => {
      const { params } = await commentOf(ada);
      await ada.call("pinComment", { params });
      return { params };
    },
  },
  hideComment: { prepare: commentOf },
  unhideComment: {
    prepare: async (ada) => {
      const { params } = await commentOf(ada);
      await ada.call("hideComment", { params });
      return { params };
    },
  },
  sharePost: {
    prepare: async (ada, grace) => ({ params: await postOf(ada), body: { recipientId: grace.id } }),
  },
  uploadMedia: { prepare: async () => ({ body: photoForm() }), isTransient: true },
  requestConnection: { prepare: async () => ({ params: { userId: (await member("eve")).id } }) },
  cancelConnectionRequest: {
    prepare: async (ada) => {
      const params = { userId: (await member("eve")).id };
      await ada.call("requestConnection", { params });
      return { params };
    },
  },
  acceptConnection: { prepare: requestTo },
  rejectConnection: { prepare: requestTo },
  disconnect: { prepare: onGrace },
  readAllNotifications: {
    prepare: async (ada, grace) => ({ body: { upTo: await notificationFor(ada, grace) } }),
  },
  readNotification: {
    prepare: async (ada, grace) => ({ params: { id: await notificationFor(ada, grace) } }),
  },
  readNotificationGroup: {
    prepare: async (ada, grace) => ({ params: { id: await notificationFor(ada, grace) } }),
  },
  sendMessage: {
    prepare: async (_, grace) => ({
      params: { userId: grace.id },
      body: { content: "Look", clientId: "one", attachment: { data: dataUrl } },
    }),
  },
  readMessages: {
    prepare: async (ada, grace) => {
      await grace.call("sendMessage", { params: { userId: ada.id }, body: { content: "Hi" } });
      return { params: { userId: grace.id } };
    },
  },
  editMessage: {
    prepare: async (ada, grace) => ({ params: await sentMessage(ada, grace), body: { content: "Changed" } }),
  },
  reactToMessage: {
    prepare: async (ada, grace) => ({ params: await sentMessage(grace, ada), body: { emoji: "❤️" } }),
  },
  muteChat: { prepare: async (_, grace) => ({ params: { userId: grace.id }, body: { length: "always" } }) },
  archiveChat: { prepare: async (_, grace) => ({ params: { userId: grace.id }, body: { upTo: "7" } }) },
  setChatPrivacy: { prepare: async () => ({ body: { hidesTyping: true, hidesReads: true } }) },
  deleteMessage: {
    prepare: async (ada, grace) => ({ params: await sentMessage(ada, grace) }),
    again: 404,
  },
  setPresence: { prepare: async () => ({ body: { hidden: true } }) },
  turnPushOn: { prepare: async () => ({ body: newSubscription() }) },
  turnPushOff: {
    prepare: async (ada) => {
      await ada.call("turnPushOn", { body: newSubscription() });
      return {};
    },
  },
  setQuietHours: { prepare: async () => ({ body: quietHours }) },
  endQuietHours: {
    prepare: async (ada) => {
      await ada.call("setQuietHours", { body: quietHours });
      return {};
    },
  },
  reportBounce: {
    prepare: async ({ email }) => ({
      caller: new Client(),
      headers: { Authorization: `Bearer ${env.MAIL_WEBHOOK_SECRET}` },
      body: { id: crypto.randomUUID(), type: "bounce", email },
    }),
  },
  keepOriginals: { prepare: async () => ({ body: { kept: true } }) },
  setDiscovery: { prepare: async () => ({ body: { hidden: true } }) },
  generateImage: { prepare: async () => ({ body: { prompt: "A harbour at dusk" } }), repeats: true },
  editImage: { prepare: async () => ({ body: { prompt: "warmer", image: dataUrl } }), repeats: true },
  styleImage: { prepare: async () => ({ body: { style: "manga", image: dataUrl } }), repeats: true },
  suggestAltText: { prepare: async () => ({ body: { image: dataUrl } }), isTransient: true },
  translateText: {
    prepare: async () => ({ body: { text: "Guten Morgen", from: "de", to: "en" } }),
    isTransient: true,
  },
  saveAiAddress: {
    prepare: async (ada) => ({ body: { imageUrl: (await aiImageOf(ada)).imageUrl } }),
  },
  saveAiImage: { prepare: async (ada) => ({ params: { id: (await aiImageOf(ada)).id }, body: {} }) },
  deleteAiImage: {
    prepare: async (ada) => ({ params: { id: (await aiImageOf(ada)).id } }),
    again: 404,
  },
};
/** The ids of three photos, which posts show, so that the hourly run does not remove them. */
const photosOf = async (owner: Member) => {
  const posts = [];
  for (const _ of [1, 2, 3]) posts.push(await owner.call("createPost", { body: { mediaUrl: dataUrl } }));
  return posts.map(({ mediaUrl }) => ({ mediaUrl, altText: "A harbour" }));
};
const severalOf = async (owner: Member) => ({
  id: (await owner.call("createPost", { body: { photos: await photosOf(owner) } })).id,
});

/** A message with a file of Eve's to Ada, which Ada forwards to Grace. */
const forwardOf = (attachment: { data: string; name: string }): Write => ({
  prepare: async (ada, grace) => {
    const eve = await member("eve");
    await connect(ada, eve);
    const { id } = await eve.call("sendMessage", { params: { userId: ada.id }, body: { attachment } });
    return { params: { userId: grace.id }, body: { forward: id, clientId: "one" } };
  },
});

/** Writes in another form than that of `writes`. */
const variants: { title: string; name: WriteName; write: Write }[] = [
  {
    title: "createPost with several photos",
    name: "createPost",
    write: { prepare: async (ada) => ({ body: { photos: await photosOf(ada), clientId: "one" } }) },
  },
  {
    title: "editPost with alt texts",
    name: "editPost",
    write: {
      prepare: async (ada) => ({ params: await severalOf(ada), body: { altTexts: ["One", "Two", "Three"] } }),
    },
  },
  {
    title: "addComment as a reply",
    name: "addComment",
    write: {
      prepare: async (ada) => {
        const { params } = await commentOf(ada);
        const body = { comment: "Hello @grace", parentId: params.commentId, clientId: "one" };
        return { params: { id: params.id }, body };
      },
    },
  },
  {
    title: "sendMessage as a forward of a photo",
    name: "sendMessage",
    write: forwardOf({ data: dataUrl, name: "dusk.jpg" }),
  },
  {
    title: "sendMessage as a forward of a file",
    name: "sendMessage",
    write: forwardOf({ data: "data:text/plain;base64,aGVsbG8=", name: "a.txt" }),
  },
  {
    title: "deletePost with several photos",
    name: "deletePost",
    write: { prepare: async (ada) => ({ params: await severalOf(ada) }), again: 404 },
  },
];

// The type of the record has exactly these keys.
const writeNames = Object.keys(writes) as WriteName[];

const cases = [...writeNames.map((name) => ({ title: name, name, write: writes[name] })), ...variants].map(
  (one) => [one.title, one] as const,
);

/** The writes that store files, by their titles. */
const storing = new Set([
  "createPost",
  "setUpProfile",
  "uploadMedia",
  "sendMessage",
  "generateImage",
  "editImage",
]);
const fileWrites = cases.filter(([title]) => storing.has(title) || title.includes("forward"));

type Case = (typeof cases)[number][1];

async function cast(): Promise<[Member, Member]> {
  const pair: [Member, Member] = [await member("ada"), await member("grace")];
  await connect(...pair);
  return pair;
}

// Each test compares all that is stored, so it starts with nothing stored.
afterEach(async () => {
  await env.DB.batch(
    ["users", "used_challenges", "site_settings"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  );
  while ((await sweepRemovals(sweepCtx())) > 0);
});

// The random digits of a provisional username decide how many search terms it has.
vi.spyOn(Math, "random").mockReturnValue(0.5);
const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);

/** Bindings with hubs that no call reaches. */
const noHub = {
  USER_HUB: new Proxy(env.USER_HUB, {
    get: (target, key) => {
      if (key === "getByName") {
        return () =>
          new Proxy(
            {},
            {
              get: (_, method) => (method === "then" ? undefined : () => Promise.reject(new Error("no hub"))),
            },
          );
      }
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  }),
};

interface Made {
  /** The numbers of the trips that write. */
  wrote: number[];
  changed: Record<string, number>;
}

/**
 * Repeats a write while each of its trips fails in turn and no hub is reachable, until it succeeds. Returns null when
 * its last failed trip was deferred work, so that later trips may be missing.
 */
async function failEveryTrip({ name, write }: Case): Promise<Made | null> {
  const [ada, grace] = await cast();
  const wanted = await write.prepare(ada, grace);
  const before = await everything();
  for (let due = 0; ; due++) {
    const { overrides, made, wrote, wroteElsewhere } = breakDb(due, "before");
    const { status, answer } = await callIn({ ...noHub, ...overrides }, ada, name, wanted);
    if (status >= 500) {
      expect(answer).toEqual(OURS);
      // Trips that only read leave nothing.
      if (wrote().some((at) => at !== due) || wroteElsewhere())
        expect(await everything(), `trip ${due}`).toEqual(before);
      continue;
    }
    // The failed trip was deferred work, or the write made fewer trips.
    expect(status).toBe(statusOf(calls[name]));
    expect(due).toBeGreaterThan(0);
    expect(made()).toBeGreaterThan(0);
    if (write.isDeferred) {
      expect(await everything()).toEqual(before);
      await callIn(noHub, ada, name, wanted);
    }
    const changed = await changesSince(name, before);
    return due < made() ? null : { wrote: wrote(), changed };
  }
}

/** A trip that no call makes. */
const NONE = Number.POSITIVE_INFINITY;

/** Returns what a write has changed, after checking that it has been stored. */
async function changesSince(name: WriteName, before: Stored): Promise<Record<string, number>> {
  const after = await everything();
  if (writes[name].isTransient) expect(after).toEqual(before);
  else expect(after).not.toEqual(before);
  return changes(before, after);
}

/** Makes a write whose trip `due` loses its reply, again after a failure, and returns what it has changed. */
async function loseReply({ name, write: { prepare, again, isDeferred } }: Case, due: number) {
  const [ada, grace] = await cast();
  const wanted = await prepare(ada, grace);
  const before = await everything();
  const { DB, wrote } = failingDb(due, "after");
  const { status } = await callIn({ DB }, ada, name, wanted);
  const isLost = status >= 500;
  // Deferred work can be lost behind a reply of success.
  if (isLost || (isDeferred && due !== NONE)) {
    const retry = await callIn({}, ada, name, wanted);
    expect([statusOf(calls[name]), again], `trip ${due}`).toContain(retry.status);
  } else expect(status).toBe(statusOf(calls[name]));
  return { wrote, isLost: isLost || isDeferred, changed: await changesSince(name, before) };
}

describe("a failure of any database trip leaves no partial state, a retry completes it, also after a lost reply, and no write needs a hub", () => {
  test.each(cases)("%s", async (_, one) => {
    const { wrote, changed: once } = (await failEveryTrip(one)) ?? (await loseReply(one, NONE));
    const twice = Object.fromEntries(Object.entries(once).map(([what, count]) => [what, 2 * count]));
    // A lost reply of a reading trip is the same as its failure. `npm test -- --all` loses those of all writes.
    for (const due of inject("isEverywhere") ? wrote : wrote.slice(-1)) {
      const { isLost, changed } = await loseReply(one, due);
      // The reply of deferred work is needed by nobody.
      if (isLost) expect(one.write.repeats ? [once, twice] : [once], `trip ${due}`).toContainEqual(changed);
    }
  });

  test("logging out ends the session", async () => {
    const ada = await member("ada");
    expect((await callIn(noHub, ada, "logOut", {})).status).toBe(204);
    expect((await ada.fetch("/api/auth/me")).status).toBe(401);
  });
});

describe("a session that ends before any trip after its look-up is answered with 401, and stores nothing", () => {
  const ofMembers = cases.filter(([, { name }]) => isMembersOnly(calls[name]));
  const setExpiry = ({ id }: Member, at: string) =>
    env.DB.prepare("UPDATE sessions SET expires_at = ? WHERE user_id = ?").bind(at, id).run();

  test.each(ofMembers)("%s", async (_, { name, write }) => {
    const [ada, grace] = await cast();
    const wanted = await write.prepare(ada, grace);
    await setExpiry(ada, "2099");
    const before = await everything();
    for (let due = 1; ; due++) {
      const { overrides, wrote, wroteElsewhere } = breakDb(due, { meanwhile: () => setExpiry(ada, "1970") });
      const { status } = await callIn(overrides, ada, name, wanted);
      await setExpiry(ada, "2099");
      if (status === statusOf(calls[name])) {
        // The trips from here on only read, or are the site's own work. `listImported` writes nothing.
        expect(due).toBeGreaterThan(name === "listImported" ? 0 : 1);
        break;
      }
      expect(status, `trip ${due}`).toBe(401);
      if (wrote().length > 0 || wroteElsewhere()) expect(await everything(), `trip ${due}`).toEqual(before);
    }
  });
});

describe("when the account is deleted while its file is processed", () => {
  test.each(fileWrites)("%s is 401, leaves no file behind and logs nothing", async (_, { name, write }) => {
    const [ada, grace] = await cast();
    const wanted = await write.prepare(ada, grace);
    const { objects } = await env.MEDIA.list();
    const put = async (...args: Parameters<R2Bucket["put"]>) => {
      await env.DB.prepare("DELETE FROM users WHERE id = ?").bind(ada.id).run();
      return env.MEDIA.put(...args);
    };
    const MEDIA = new Proxy(env.MEDIA, {
      get: (target, key) => (key === "put" ? put : Reflect.get(target, key).bind(target)),
    });
    errors.mockClear();
    const { status, answer } = await callIn({ MEDIA }, ada, name, wanted);
    expect([status, answer]).toEqual([401, bodyOf(LOG_IN_FIRST)]);
    expect((await env.MEDIA.list()).objects.map(({ key }) => key)).toEqual(objects.map(({ key }) => key));
    expect(errors).not.toHaveBeenCalled();
  });
});

/** Repeats a write until it succeeds, while each of its operations of the store fails in turn. */
async function failEveryOperation(name: WriteName, write: Write, when: Cut): Promise<void> {
  const [ada, grace] = await cast();
  const wanted = await write.prepare(ada, grace);
  const before = await everything();
  for (let due = 0; ; due++) {
    let operations = 0;
    const MEDIA = failing(env.MEDIA, () => operations++ === due, when);
    const { status, answer } = await callIn({ MEDIA }, ada, name, wanted);
    if (operations <= due) {
      expect(status).toBe(statusOf(calls[name]));
      expect(due).toBeGreaterThan(0);
      return;
    }
    expect([status, answer], `operation ${due}`).toEqual([500, OURS]);
    expect(await everything(), `operation ${due}`).toEqual(before);
  }
}

describe("a failure to store files leaves no partial state, and a retry succeeds", () => {
  test.each(fileWrites)("%s", async (_, { name, write }) => failEveryOperation(name, write, "before"));

  test.each(fileWrites)("%s, whose reply is lost", async (_, { name, write }) =>
    failEveryOperation(name, write, "after"),
  );

  test.each(fileWrites)("%s, whose files cannot be removed either", async (_, { name, write }) => {
    const [ada, grace] = await cast();
    const wanted = await write.prepare(ada, grace);
    const before = await everything();
    for (const broken of [1, 2, 3]) {
      let puts = 0;
      const MEDIA = failing(
        env.MEDIA,
        (method) => method === "delete" || (method === "put" && ++puts === broken),
      );
      const { status, answer } = await callIn({ MEDIA }, ada, name, wanted);
      // A photo in a message is stored in two sizes, and another file in one.
      if (puts < broken) break;
      expect([status, answer]).toEqual([500, OURS]);
      expect(await everything()).toEqual(before);
    }
  });

  test("files that cannot be removed are removed by the next sweep", async () => {
    const [ada] = await cast();
    const post = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    const MEDIA = failing(env.MEDIA, (method) => method === "delete");
    expect((await callIn({ MEDIA }, ada, "deletePost", { params: { id: post.id } })).status).toBe(204);
    const prefix = `photos/${post.mediaUrl.slice("/media/".length)}/`;
    expect((await env.MEDIA.list({ prefix })).objects).toHaveLength(3);
    while ((await sweepRemovals(sweepCtx())) > 0);
    expect((await env.MEDIA.list({ prefix })).objects).toEqual([]);
  });
});

test("a file that is forwarded to five connections reaches each of them once, whichever trips fail", async () => {
  const [ada, grace] = await cast();
  const { body } = await forwardOf({ data: dataUrl, name: "dusk.jpg" }).prepare(ada, grace);
  const friends = [grace];
  while (friends.length < FORWARD_MAX) {
    const friend = await member("friend");
    await connect(ada, friend);
    friends.push(friend);
  }
  const stored = async () => {
    const { media = [], objects = [] } = await everything();
    return [media.length, objects.length];
  };
  const [files = 0, objects = 0] = await stored();
  let rounds = 0;
  for (let isCut = true; isCut; rounds++) {
    isCut = false;
    for (const [at, { id: userId }] of friends.entries()) {
      const { DB } = failingDb(rounds, at % 2 === 0 ? "before" : "after");
      const wanted = { params: { userId }, body: { ...Object(body), clientId: `${rounds} ${at}` } };
      const cut = await callIn({ DB }, ada, "sendMessage", wanted);
      if (cut.status === 500) expect(cut.answer).toEqual(OURS);
      isCut ||= cut.status === 500;
      expect((await callIn({}, ada, "sendMessage", wanted)).status).toBe(201);
    }
  }
  expect(rounds).toBeGreaterThan(5);
  for (const friend of friends) {
    const messages = await friend.call("listMessages", { params: { userId: ada.id } });
    expect(messages).toHaveLength(rounds);
    for (const { attachment } of messages)
      expect((await friend.fetch(attachment?.url ?? "")).status).toBe(200);
  }
  // A photo in a message is stored in two sizes.
  const copies = rounds * friends.length;
  expect(await stored()).toEqual([files + copies, objects + 2 * copies]);
});

test("a failure of the Images binding is a 500 and stores nothing", async () => {
  const [ada] = await cast();
  const before = await everything();
  const IMAGES = failing(env.IMAGES, () => false);
  const lost = Object.assign(new Error("Images is away"), { code: 9424 });
  const transformer = {
    transform: () => transformer,
    draw: () => transformer,
    output: () => Promise.reject(lost),
  };
  const away = new Proxy(IMAGES, {
    get: (target, key) => (key === "input" ? () => transformer : Reflect.get(target, key)),
  });
  const reply = await callIn({ IMAGES: away }, ada, "createPost", { body: { mediaUrl: dataUrl } });
  expect(reply).toEqual({ status: 500, answer: OURS });
  expect(await everything()).toEqual(before);
});

test("a failure to send mail does not reveal whether the account exists", async () => {
  const ada = await member("ada");
  // As in production without a mail API: `noMail` throws.
  const overrides = {
    AFTERGLOW_ENV: "production" as Env["AFTERGLOW_ENV"],
    AFTERGLOW_SITE: SITE,
    AFTERGLOW_RATE_LIMITS: "on",
  };
  const ask = (email: string) => callIn(overrides, ada, "requestPasswordReset", { body: { email } });
  expect(await ask(ada.email)).toEqual(await ask("nobody@example.com"));
  const wanted = { body: { email: "new.ada@example.com", currentPassword: "sunset" } };
  expect((await callIn(overrides, ada, "changeEmail", wanted)).status).toBe(204);
  expect(await ada.call("readEmail")).toEqual({
    email: ada.email,
    isConfirmed: true,
    isBouncing: false,
    pendingEmail: "new.ada@example.com",
  });
});
