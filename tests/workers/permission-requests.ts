import { env } from "cloudflare:test";
import { inject } from "vitest";
import { type CallName, calls } from "~/contract/calls";
import { Authenticator } from "../factories/authenticator";
import { newSubscription, quietHours } from "../factories/push-service";
import type { Who } from "../permission-matrix";
import { Client, dataUrl, type Member, member, SITE } from "./client";
import { connect } from "./connect";

export const callNames = Object.keys(calls) as CallName[];

/** Parameters and body of a call on the owner's entities, created for each caller. */
type About = (owner: Member) => Promise<{ params?: Record<string, string>; query?: string; body?: unknown }>;

const ownPost = async (owner: Member) => ({
  params: { id: (await owner.call("createPost", { body: { mediaUrl: dataUrl } })).id },
});
const ownComment = async (owner: Member) => {
  const { params } = await ownPost(owner);
  const comment = await owner.call("addComment", { params, body: { comment: "Mine" } });
  return { params: { ...params, commentId: comment.id } };
};
const ownNotification = async (owner: Member) => {
  await (await member("fan")).call("likePost", await ownPost(owner));
  return { params: { id: (await owner.call("listNotifications"))[0]?.id ?? "" } };
};
const ownMessage = async (owner: Member) => {
  const friend = await member("friend");
  await connect(owner, friend);
  const sent = { params: { userId: friend.id }, body: { content: "Hi" } };
  return { params: { messageId: (await owner.call("sendMessage", sent)).id } };
};
const ownCollection = async (owner: Member) => ({
  params: { id: (await owner.call("createCollection", { body: { name: "Dusk" } })).id },
});
const ownName = async (owner: Member) => ({ params: { username: owner.username } });
const ownId = async (owner: Member) => ({ params: { userId: owner.id } });
const credentials = async (owner: Member) => ({ body: { email: owner.email, password: "sunset" } });
const ownAiImage = (owner: Member) => owner.call("generateImage", { body: { prompt: "A harbour at dusk" } });
const ownAiSource = async (owner: Member) => ({
  body: { image: (await ownAiImage(owner)).imageUrl, style: "manga" },
});
const ownPasskey = async (owner: Member) => {
  const { challenge } = await owner.call("startPasskey");
  const passkey = new Authenticator(SITE).create(challenge);
  return { params: { id: (await owner.call("addPasskey", { body: { name: "Laptop", passkey } })).id } };
};
const wrongCode = async () => ({ body: { code: "A".repeat(24) } });
let fresh = 0;
const freshEmail = () => `fresh${++fresh}@example.com`;

let invitations = 0;

/** Stores an open invitation of a member. @returns its id */
async function insertInvitation(memberId: string): Promise<string> {
  const id = `invitation${++invitations}`;
  await env.DB.prepare(
    "INSERT INTO invitations (id, member_id, uses, expires_at, created_at) VALUES (?, ?, 1, '2999-01-01', '2026-01-01')",
  )
    .bind(id, memberId)
    .run();
  return id;
}

/** The requests of calls that need an entity; other calls are about the caller. */
const abouts: Partial<Record<CallName, About>> = {
  // The owner's username: other callers cannot delete their account with it.
  deleteAccount: async (owner) => ({
    body: { confirmation: owner.username, currentPassword: "sunset" },
  }),
  // Shared with the owner: only a connection can.
  sharePost: async (owner) => ({ ...(await ownPost(owner)), body: { recipientId: owner.id } }),
  logIn: credentials,
  logInWithCode: wrongCode,
  confirmIdentity: async () => ({ body: { currentPassword: "sunset" } }),
  confirmTotp: wrongCode,
  renewRecoveryCodes: wrongCode,
  signUp: async () => ({ body: { email: freshEmail(), fullName: "New One", password: "golden hour" } }),
  signUpWithPasskey: async () => ({
    body: {
      email: freshEmail(),
      fullName: "New One",
      handle: "guessed",
      passkey: new Authenticator(SITE).create("guessed"),
    },
  }),
  logInWithPasskey: async () => ({ body: { passkey: new Authenticator(SITE).get("guessed") } }),
  addPasskey: async () => ({ body: { name: "Phone", passkey: new Authenticator(SITE).create("guessed") } }),
  renamePasskey: async (owner) => ({ ...(await ownPasskey(owner)), body: { name: "Phone" } }),
  removePasskey: (owner) => ownPasskey(owner),
  requestPasswordReset: credentials,
  resetPassword: async () => ({ body: { token: "guessed", password: "moonrise" } }),
  confirmEmail: async () => ({ body: { token: "guessed" } }),
  undoEmailChange: async () => ({ body: { token: "guessed" } }),
  secureAccount: async () => ({ body: { token: "guessed" } }),
  changePassword: async () => ({ body: { currentPassword: "sunset", newPassword: "moonrise" } }),
  changeEmail: async () => ({ body: { email: freshEmail(), currentPassword: "sunset" } }),
  resendEmailLink: async (owner) => {
    await owner.call("changeEmail", { body: { email: freshEmail(), currentPassword: "sunset" } });
    return {};
  },

  reportBounce: async ({ email }) => ({ body: { id: "guessed", type: "complaint", email } }),
  confirmEmailByCode: async () => ({ body: { code: "000000" } }),
  createInvitation: async () => ({ body: {} }),
  revokeInvitation: async (owner) => ({ params: { id: await insertInvitation(owner.id) } }),
  endSession: async (owner) => {
    const other = new Client();
    await other.call("logIn", { body: { email: owner.email, password: "sunset" } });
    return { params: { id: (await other.call("listSessions"))[0]?.id ?? "" } };
  },
  setUpProfile: async () => ({ body: { bio: "My own" } }),
  readProfile: ownName,
  listProfilePosts: ownName,
  listConnected: ownName,
  listConnecting: ownName,
  searchTags: async () => ({ query: "?q=dus" }),
  searchPosts: async () => ({ query: "?q=dusk" }),
  listTaggedPosts: async () => ({ params: { tag: "dusk" } }),
  followTag: async () => ({ params: { tag: "dusk" } }),
  unfollowTag: async () => ({ params: { tag: "dusk" } }),
  searchUsers: async () => ({ query: "?q=ad" }),
  checkUsername: ownName,
  blockMember: async (owner) => ({ params: { userId: owner.id } }),
  unblockMember: async (owner) => ({ params: { userId: owner.id } }),
  muteMember: async (owner) => ({ params: { userId: owner.id } }),
  unmuteMember: async (owner) => ({ params: { userId: owner.id } }),
  muteWord: async () => ({ body: { word: "kale" } }),
  unmuteWord: async () => ({ params: { word: "kale" } }),
  saveNotificationSettings: async () => ({ body: { app: ["likes"], fromConnections: true } }),
  setNotificationException: async (owner) => ({ params: { userId: owner.id }, body: { mode: "never" } }),
  removeNotificationException: async (owner) => ({ params: { userId: owner.id } }),
  report: async (owner) => ({ body: { userId: owner.id, reason: "spam" } }),
  createPost: async () => ({ body: { mediaUrl: dataUrl } }),
  listImported: async () => ({ body: { clientIds: ["one"] } }),
  readPost: ownPost,
  readNeighbours: ownPost,
  deletePost: ownPost,
  listMessages: ownId,
  searchChats: async () => ({ query: "?q=dusk" }),
  searchConversation: async (owner) => ({ ...(await ownId(owner)), query: "?q=dusk" }),
  sendMessage: async (owner) => ({ ...(await ownId(owner)), body: { content: "Hello" } }),
  readMessages: ownId,
  editMessage: async (owner) => ({ ...(await ownMessage(owner)), body: { content: "Changed" } }),
  reactToMessage: async (owner) => ({ ...(await ownMessage(owner)), body: { emoji: "❤️" } }),
  muteChat: async (owner) => ({ ...(await ownId(owner)), body: { length: "always" } }),
  archiveChat: async (owner) => ({ ...(await ownId(owner)), body: { upTo: "0" } }),
  setChatPrivacy: async () => ({ body: { hidesTyping: false } }),
  deleteMessage: ownMessage,
  generateImage: async () => ({ body: { prompt: "A harbour at dusk" } }),
  editImage: async () => ({ body: { image: dataUrl, prompt: "warmer" } }),
  styleImage: ownAiSource,
  suggestAltText: ownAiSource,
  translateText: async () => ({ body: { text: "Guten Morgen", from: "de", to: "en" } }),
  saveAiAddress: async (owner) => ({ body: { imageUrl: (await ownAiImage(owner)).imageUrl } }),
  saveAiImage: async (owner) => ({ params: { id: (await ownAiImage(owner)).id }, body: {} }),
  deleteAiImage: async (owner) => ({ params: { id: (await ownAiImage(owner)).id } }),
  editPost: async (owner) => ({ ...(await ownPost(owner)), body: { caption: "Changed" } }),
  likePost: ownPost,
  unlikePost: ownPost,
  savePost: ownPost,
  unsavePost: ownPost,
  moveSavedPosts: async (owner) => {
    const { params } = await ownPost(owner);
    await owner.call("savePost", { params });
    const { id } = (await ownCollection(owner)).params;
    return { body: { postIds: [params.id], collectionId: id } };
  },
  createCollection: async () => ({ body: { name: "Dusk" } }),
  readCollection: ownCollection,
  editCollection: async (owner) => ({ ...(await ownCollection(owner)), body: { name: "Dawn" } }),
  deleteCollection: ownCollection,
  listCollectionPosts: ownCollection,
  listLikers: ownPost,
  listComments: ownPost,
  addComment: async (owner) => ({ ...(await ownPost(owner)), body: { comment: "Lovely" } }),
  deleteComment: ownComment,
  likeComment: ownComment,
  unlikeComment: ownComment,
  editComment: async (owner) => ({ ...(await ownComment(owner)), body: { comment: "Changed" } }),
  pinComment: ownComment,
  unpinComment: ownComment,
  hideComment: ownComment,
  unhideComment: ownComment,

  readConnectionStatus: ownId,
  requestConnection: ownId,
  cancelConnectionRequest: ownId,
  acceptConnection: async (owner) => ({ params: { fromUserId: owner.id } }),
  rejectConnection: async (owner) => ({ params: { fromUserId: owner.id } }),
  disconnect: ownId,
  readNotification: ownNotification,
  readNotificationGroup: ownNotification,
  dismissSuggestion: ownId,
  setDiscovery: async () => ({ body: { hidden: false } }),
  setPresence: async () => ({ body: { hidden: false } }),
  turnPushOn: async () => ({ body: newSubscription() }),
  setQuietHours: async () => ({ body: quietHours }),
  hideAiPosts: async () => ({ body: { hidden: false } }),
  keepOriginals: async () => ({ body: { kept: true } }),
  setCommenters: async () => ({ body: { from: "everyone" } }),
  setSensitivePhotos: async () => ({ body: { mode: "cover" } }),
  uploadMedia: async () => {
    const body = new FormData();
    body.set("file", new Blob([Buffer.from(inject("photos").small ?? "", "base64")]), "photo.jpg");
    return { body };
  },
};

/** The members of the permission matrix. */
export type Cast = Record<Exclude<Who, "nobody">, Member>;

/** Creates the owner, and a member of each relation to them. */
export async function cast(): Promise<Cast> {
  const [owner, stranger] = [await member("ada"), await member("stranger")];
  const [connection, blocked] = [await member("connection"), await member("blocked")];
  await connect(owner, connection);
  await owner.call("blockMember", { params: { userId: blocked.id } });
  return { owner, stranger, connection, blocked };
}

/** Creates what a call about the owner needs. @returns the call's path with its query, and its body */
export async function requestOf(name: CallName, owner: Member): Promise<{ path: string; body: unknown }> {
  const { params = {}, query = "", body } = (await abouts[name]?.(owner)) ?? {};
  const path = calls[name].path.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? "") + query;
  return { path, body };
}
