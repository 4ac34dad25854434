import type { CallName } from "~/contract/calls";
import type { ClientFrame } from "~/contract/channel";

/**
 * Who may do what, once: tests hold the calls (tests/workers/permissions.test.ts), the pages
 * (tests/e2e/permissions.e2e.ts) and the channel to it, and docs/permissions.md is made from it.
 *
 * Every row is about something of the owner's: their post, message, session, name. A visitor without a session, a
 * stranger, a connection, somebody they blocked, and the owner come by.
 */
export const everyone = ["nobody", "stranger", "connection", "blocked", "owner"] as const;
export type Who = (typeof everyone)[number];

/**
 * The status each one gets where it is not the call's own; a visitor gets 401 unless said otherwise. Where all members
 * are alike, a call is about the caller's own things, whoever that is.
 */
export const callRefusals: Record<CallName, { [who in Who]?: number }> = {
  me: {},
  logIn: { nobody: 200 },
  signUp: { nobody: 201 },
  logOut: { nobody: 204 },
  requestPasswordReset: { nobody: 200 },
  resetPassword: { nobody: 422, stranger: 422, connection: 422, blocked: 422, owner: 422 },
  changePassword: {},
  changeEmail: {},
  deleteAccount: { stranger: 422, connection: 422, blocked: 422 },
  listSessions: {},
  endOtherSessions: {},
  endSession: { stranger: 404, connection: 404, blocked: 404 },
  setUpProfile: {},
  readProfile: { blocked: 404 },
  listProfilePosts: { blocked: 404 },
  searchUsers: {},
  checkUsername: {},
  listBlocked: {},
  blockMember: { owner: 422 },
  unblockMember: {},
  report: { owner: 422 },
  readFeed: {},
  createPost: {},
  listSavedPosts: {},
  readPost: { blocked: 404 },
  deletePost: { stranger: 403, connection: 403, blocked: 404 },
  listChats: {},
  countUnreadMessages: {},
  listMessages: { blocked: 404 },
  sendMessage: { stranger: 403, blocked: 403, owner: 403 },
  readMessages: {},
  deleteMessage: { stranger: 404, connection: 404, blocked: 404 },
  generateImage: {},
  editImage: {},
  styleImage: { stranger: 422, connection: 422, blocked: 422 },
  suggestAltText: { stranger: 422, connection: 422, blocked: 422 },
  listAiImages: {},
  saveAiAddress: { stranger: 422, connection: 422, blocked: 422 },
  saveAiImage: { stranger: 404, connection: 404, blocked: 404 },
  deleteAiImage: { stranger: 404, connection: 404, blocked: 404 },
  editPost: { stranger: 403, connection: 403, blocked: 404 },
  likePost: { blocked: 404 },
  unlikePost: { blocked: 404 },
  savePost: { blocked: 404 },
  unsavePost: { blocked: 404 },
  listComments: { blocked: 404 },
  addComment: { blocked: 404 },
  deleteComment: { stranger: 403, connection: 403, blocked: 404 },
  sharePost: { stranger: 403, owner: 403, blocked: 404 },
  listConnections: {},
  readStories: {},
  readConnectionStatus: { owner: 422, blocked: 404 },
  requestConnection: { owner: 422, blocked: 404 },
  cancelConnectionRequest: { owner: 422, blocked: 404 },
  acceptConnection: { owner: 422, blocked: 404 },
  rejectConnection: { owner: 422, blocked: 404 },
  disconnect: { owner: 422, blocked: 404 },
  listNotifications: {},
  countUnreadNotifications: {},
  readAllNotifications: {},
  readNotification: { stranger: 404, connection: 404, blocked: 404 },
  setPresence: {},
  hideAiPosts: {},
  uploadMedia: {},
};

/** What a page answers: a status, or where it leads. */
export type PageAnswer = number | `/${string}`;

/** The same for every member, and what a visitor gets. */
function members<A, V = A>(answer: A, nobody: V): Record<Exclude<Who, "nobody">, A> & { nobody: V } {
  return { nobody, stranger: answer, connection: answer, blocked: answer, owner: answer };
}

/** By the paths of app/routes.ts. */
export const pages: Record<string, Record<Who, PageAnswer>> = {
  "/": members("/feed", 200),
  "/login": members("/feed", 200),
  "/signup": members("/feed", 200),
  "/forgot-password": members(200, 200),
  "/reset-password": members(200, 200),
  "/logout": members("/", "/"),
  "/profile-setup": members("/feed", "/login"),
  "/feed": members(200, "/login"),
  "/chat": members(200, "/login"),
  "/post": members(200, "/login"),
  "/post/:id": { ...members(200, "/login"), blocked: 404 },
  "/tag/:tag": members(200, "/login"),
  "/profile": members(200, "/login"),
  "/profile/:username": { ...members(200, "/login"), blocked: 404 },
  "/ai": members(200, "/login"),
  "/search": members(200, "/login"),
  "/settings": members(200, "/login"),
  "/settings/export": members(200, "/login"),
  "/terms": members(200, 200),
  "/privacy": members(200, 200),
  "/offline": members(200, 200),
  "/*": members(404, 404),
};

/** Addresses of the edge that are neither a call of the contract nor a page. */
export const otherAddresses: Record<string, Record<Who, number>> = {
  "/ws": members(101, 401),
  "/healthz": members(200, 200),
  "/api/openapi.json": members(200, 200),
  /** Photos of posts, profiles and AI tools: who is signed in and knows an address that cannot be guessed. */
  "/media/:id": members(200, 401),
  "/media/:id/:variant": members(200, 401),
  /** A file in a message of the owner's to somebody else. */
  "/api/chat/attachments/:messageId": { ...members(404, 401), owner: 200 },
};

/**
 * What comes of a frame that is about the owner: they are told, the sender is refused, or it is taken in silence and goes
 * no further. A visitor has no socket.
 */
export type FrameFate = "told" | "refused" | "silent";

const toConnections = {
  stranger: "refused",
  connection: "told",
  blocked: "refused",
  owner: "refused",
} as const;
const presence = { stranger: "silent", connection: "told", blocked: "silent", owner: "silent" } as const;
const claim = { stranger: "silent", connection: "silent", blocked: "silent", owner: "silent" } as const;

export const frames: Record<ClientFrame["type"], Record<Exclude<Who, "nobody">, FrameFate>> = {
  online: presence,
  offline: presence,
  typing: toConnections,
  read: toConnections,
  message: toConnections,
  /** Brings the sender what they and others wrote to each other, and no more. */
  sync: claim,
  // What happened is told by the call that stored it; who says so here is heard by nobody.
  like_update: claim,
  comment_update: claim,
  notification: claim,
  connection_status: claim,
  share_post: claim,
};
