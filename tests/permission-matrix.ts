import type { CallName } from "~/contract/calls";
import type { ClientFrame } from "~/contract/channel";

/**
 * The permissions of every call, page, address and frame. Tests compare the calls and frames
 * (tests/workers/permissions.test.ts) and the pages (tests/e2e/permissions.e2e.ts) with it; docs/permissions.md is made
 * from it.
 *
 * Every row is about something of the owner's: their post, message, session, name. Its columns are a visitor without a
 * session, a stranger, a connection, a member whom the owner has blocked, and the owner.
 */
export const everyone = ["nobody", "stranger", "connection", "blocked", "owner"] as const;
export type Who = (typeof everyone)[number];

/**
 * Statuses that differ from the call's own; a visitor gets 401 unless stated otherwise. A call with the same status for
 * all members is about the caller's own things.
 */
export const callStatuses: Record<CallName, { [who in Who]?: number }> = {
  me: {},
  logIn: { nobody: 200 },
  logInWithCode: { stranger: 401, connection: 401, blocked: 401, owner: 401 },
  startPasskeyLogin: { nobody: 200 },
  logInWithPasskey: { stranger: 401, connection: 401, blocked: 401, owner: 401 },
  signUp: { nobody: 201 },
  startPasskeySignUp: { nobody: 200 },
  signUpWithPasskey: { nobody: 422, stranger: 422, connection: 422, blocked: 422, owner: 422 },
  logOut: { nobody: 204 },
  requestPasswordReset: { nobody: 200 },
  resetPassword: { nobody: 422, stranger: 422, connection: 422, blocked: 422, owner: 422 },
  confirmEmail: { nobody: 422, stranger: 422, connection: 422, blocked: 422, owner: 422 },
  undoEmailChange: { nobody: 422, stranger: 422, connection: 422, blocked: 422, owner: 422 },
  secureAccount: { nobody: 422, stranger: 422, connection: 422, blocked: 422, owner: 422 },
  changePassword: {},
  readEmail: {},
  changeEmail: {},
  cancelEmailChange: {},
  resendEmailLink: { stranger: 404, connection: 404, blocked: 404 },
  confirmEmailByCode: { stranger: 422, connection: 422, blocked: 422, owner: 422 },
  confirmIdentity: {},
  readSecurity: {},
  startTotp: {},
  confirmTotp: { stranger: 404, connection: 404, blocked: 404, owner: 404 },
  endTotp: {},
  renewRecoveryCodes: { stranger: 422, connection: 422, blocked: 422, owner: 422 },
  startPasskey: {},
  addPasskey: { stranger: 422, connection: 422, blocked: 422, owner: 422 },
  renamePasskey: { stranger: 404, connection: 404, blocked: 404 },
  removePasskey: { stranger: 404, connection: 404, blocked: 404 },
  listInvitations: {},
  // Sign-ups are open: nobody needs one.
  createInvitation: { stranger: 403, connection: 403, blocked: 403, owner: 403 },
  revokeInvitation: { stranger: 404, connection: 404, blocked: 404 },
  deleteAccount: { stranger: 422, connection: 422, blocked: 422 },
  listSessions: {},
  endOtherSessions: {},
  endSession: { stranger: 404, connection: 404, blocked: 404 },
  setUpProfile: {},
  readProfile: { blocked: 404 },
  listProfilePosts: { blocked: 404 },
  listConnected: { blocked: 404 },
  listConnecting: { blocked: 404 },
  searchUsers: {},
  checkUsername: {},
  listSuggestions: {},
  dismissSuggestion: {},
  listBlocked: {},
  blockMember: { owner: 422 },
  unblockMember: {},
  listMutes: {},
  muteMember: { owner: 422, blocked: 404 },
  unmuteMember: {},
  muteWord: {},
  unmuteWord: {},
  readNotificationSettings: {},
  saveNotificationSettings: {},
  setNotificationException: { owner: 422, blocked: 404 },
  removeNotificationException: {},
  report: { owner: 422 },
  listReports: {},
  readFeed: {},
  createPost: {},
  listImported: {},
  searchTags: {},
  searchPosts: {},
  listTaggedPosts: {},
  listExplorePosts: {},
  listFollowedTags: {},
  listTrendingTags: {},
  readSurroundings: {},
  followTag: {},
  unfollowTag: {},
  setDiscovery: {},
  listSavedPosts: {},
  moveSavedPosts: { stranger: 404, connection: 404, blocked: 404 },
  listCollections: {},
  createCollection: {},
  readCollection: { stranger: 404, connection: 404, blocked: 404 },
  editCollection: { stranger: 404, connection: 404, blocked: 404 },
  deleteCollection: { stranger: 404, connection: 404, blocked: 404 },
  listCollectionPosts: { stranger: 404, connection: 404, blocked: 404 },
  listPostPreviews: {},
  readPost: { blocked: 404 },
  readNeighbours: { blocked: 404 },
  deletePost: { stranger: 403, connection: 403, blocked: 404 },
  listChats: {},
  countUnreadMessages: {},
  listMessages: { blocked: 404 },
  searchChats: {},
  searchConversation: { blocked: 404 },
  sendMessage: { stranger: 403, blocked: 403, owner: 403 },
  readMessages: {},
  editMessage: { stranger: 404, connection: 404, blocked: 404 },
  reactToMessage: { stranger: 404, connection: 404, blocked: 404 },
  muteChat: { stranger: 403, blocked: 403, owner: 403 },
  archiveChat: { stranger: 403, blocked: 403, owner: 403 },
  setChatPrivacy: {},
  deleteMessage: { stranger: 404, connection: 404, blocked: 404 },
  generateImage: {},
  editImage: {},
  styleImage: { stranger: 422, connection: 422, blocked: 422 },
  suggestAltText: { stranger: 422, connection: 422, blocked: 422 },
  translateText: {},
  listAiImages: {},
  saveAiAddress: { stranger: 422, connection: 422, blocked: 422 },
  saveAiImage: { stranger: 404, connection: 404, blocked: 404 },
  deleteAiImage: { stranger: 404, connection: 404, blocked: 404 },
  editPost: { stranger: 403, connection: 403, blocked: 404 },
  likePost: { blocked: 404 },
  unlikePost: { blocked: 404 },
  savePost: { blocked: 404 },
  unsavePost: { blocked: 404 },
  listLikers: { blocked: 404 },
  listComments: { blocked: 404 },
  addComment: { blocked: 404 },
  deleteComment: { stranger: 403, connection: 403, blocked: 404 },
  likeComment: { blocked: 404 },
  unlikeComment: { blocked: 404 },
  editComment: { stranger: 403, connection: 403, blocked: 404 },
  pinComment: { stranger: 403, connection: 403, blocked: 404 },
  unpinComment: { stranger: 403, connection: 403, blocked: 404 },
  hideComment: { stranger: 403, connection: 403, blocked: 404 },
  unhideComment: { stranger: 403, connection: 403, blocked: 404 },
  sharePost: { stranger: 403, owner: 403, blocked: 404 },
  listConnections: {},
  readStories: {},
  listReceivedRequests: {},
  listSentRequests: {},
  readConnectionStatus: { owner: 422, blocked: 404 },
  requestConnection: { owner: 422, blocked: 404 },
  cancelConnectionRequest: { owner: 422, blocked: 404 },
  acceptConnection: { owner: 422, blocked: 404 },
  rejectConnection: { owner: 422, blocked: 404 },
  disconnect: { owner: 422, blocked: 404 },
  listNotifications: {},
  listNotificationGroups: {},
  countUnreadNotifications: {},
  readAllNotifications: {},
  readNotification: { stranger: 404, connection: 404, blocked: 404 },
  readNotificationGroup: { stranger: 404, connection: 404, blocked: 404 },
  // For the mail service alone, which has a secret.
  reportBounce: { stranger: 401, connection: 401, blocked: 401, owner: 401 },
  setPresence: {},
  readPush: {},
  turnPushOn: {},
  turnPushOff: {},
  setQuietHours: {},
  endQuietHours: {},
  hideAiPosts: {},
  setSensitivePhotos: {},
  setCommenters: {},
  uploadMedia: {},
  keepOriginals: {},
};

/** The reply of each page: a status, or the address of a redirect. */
export type PageAnswer = number | `/${string}`;

/** The same for every member, and what a visitor gets. */
function members<A, V = A>(answer: A, nobody: V): Record<Exclude<Who, "nobody">, A> & { nobody: V } {
  return { nobody, stranger: answer, connection: answer, blocked: answer, owner: answer };
}

/** By the paths of app/routes.ts. */
export const pages: Record<string, Record<Who, PageAnswer>> = {
  "/": members("/feed", 200),
  "/login": members("/feed", 200),
  // Without a log-in that waits for a code.
  "/login/code": members("/feed", "/login"),
  "/signup": members("/feed", 200),
  "/forgot-password": members(200, 200),
  "/reset-password": members(200, 200),
  "/confirm-email": members(200, 200),
  "/undo-email": members(200, 200),
  "/secure-account": members(200, 200),
  // Without a token, or with one that this site has not made.
  "/unsubscribe": members(404, 404),
  "/logout": members("/", "/"),
  "/language": members("/", "/"),
  "/announcement": members("/feed", "/feed"),
  "/profile-setup": members("/feed", "/login"),
  "/feed": members(200, "/login"),
  "/chat": members(200, "/login"),
  "/post": members(200, "/login"),
  "/post/:id": { ...members(200, "/login"), blocked: 404 },
  "/post/:id/likes": { ...members(200, "/login"), blocked: 404 },
  "/tag/:tag": members(200, "/login"),
  "/explore": members(200, "/login"),
  "/collections/:collectionId": { ...members(404, "/login"), owner: 200 },
  "/profile": members(200, "/login"),
  "/profile/:username": { ...members(200, "/login"), blocked: 404 },
  "/profile/:username/connected": { ...members(200, "/login"), blocked: 404 },
  "/profile/:username/connecting": { ...members(200, "/login"), blocked: 404 },
  "/requests": members(200, "/login"),
  "/notifications": members(200, "/login"),
  "/ai": members(200, "/login"),
  "/search": members(200, "/login"),
  "/settings": members(200, "/login"),
  "/settings/account": members(200, "/login"),
  "/settings/profile": members(200, "/login"),
  "/settings/email": members(200, "/login"),
  "/settings/password": members(200, "/login"),
  "/settings/sessions": members(200, "/login"),
  "/settings/invitations": members(200, "/login"),
  "/settings/delete": members(200, "/login"),
  "/settings/security": members(200, "/login"),
  "/settings/confirm": members(200, "/login"),
  "/settings/notifications": members(200, "/login"),
  "/settings/quiet-hours": members(200, "/login"),
  "/settings/privacy": members(200, "/login"),
  "/settings/photos": members(200, "/login"),
  "/settings/appearance": members(200, "/login"),
  "/settings/blocked": members(200, "/login"),
  "/settings/reports": members(200, "/login"),
  "/settings/data": members(200, "/login"),
  "/settings/export": members(200, "/login"),
  "/settings/import": members(200, "/login"),
  "/settings/about": members(200, "/login"),
  "/moderation": members(404, "/login"),
  "/moderation/sign-ups": members(404, "/login"),
  "/moderation/members": members(404, "/login"),
  "/moderation/members/:id": members(404, "/login"),
  "/moderation/log": members(404, "/login"),
  "/moderation/site": members(404, "/login"),
  "/moderation/site/:kind": members(404, "/login"),
  "/moderation/dashboard": members(404, "/login"),
  "/moderation/dashboard/counters.csv": members(404, "/login"),
  "/moderation/site/health": members(404, "/login"),
  "/moderation/reports/:id": members(404, "/login"),
  "/moderation/reports/:id/photo": members(404, "/login"),
  "/moderation/decisions/:id": members(404, "/login"),
  "/appeal": members(200, 200),
  "/about": members(200, 200),
  "/terms": members(200, 200),
  "/privacy": members(200, 200),
  "/offline": members(200, 200),
  "/*": members(404, 404),
};

/** The viewers of the desk. An admin has all pages of a moderator. */
/** The viewers of the desk. */
export const deskViewers = ["nobody", "member", "moderator", "admin"] as const;
export type DeskViewer = (typeof deskViewers)[number];

const deskPage = { nobody: "/login", member: 404, moderator: 200, admin: 200 } as const;
const adminPage = { ...deskPage, moderator: 404 } as const;

/** The pages of the desk, about a report and a decision of another member. */
export const deskPages: Record<string, Record<DeskViewer, PageAnswer>> = {
  "/moderation": deskPage,
  "/moderation/sign-ups": deskPage,
  "/moderation/members": deskPage,
  "/moderation/members/:id": deskPage,
  "/moderation/log": deskPage,
  "/moderation/site": deskPage,
  "/moderation/site/:kind": deskPage,
  "/moderation/dashboard": adminPage,
  "/moderation/dashboard/counters.csv": adminPage,
  "/moderation/site/health": adminPage,
  "/moderation/reports/:id": deskPage,
  "/moderation/reports/:id/photo": deskPage,
  "/moderation/decisions/:id": deskPage,
};

/** Addresses of the edge that are neither a call of the contract nor a page. */
export const otherAddresses: Record<string, Record<Who, number>> = {
  "/ws": members(101, 401),
  "/healthz": members(200, 200),
  "/.well-known/security.txt": members(200, 200),
  "/.well-known/change-password": members(302, 302),
  "/csp-reports": members(405, 405),
  "/share": members(303, 303),
  "/api/openapi.json": members(200, 200),
  "/site/:file": members(200, 200),
  /** An icon that the site does not have. */
  "/site/icon/:id/:file": members(404, 404),
  /** Photos of posts, profiles and AI tools: for any member who knows the address, which cannot be guessed. */
  "/media/:id": members(200, 401),
  "/media/:id/:variant": members(200, 401),
  /** A file in a message from the owner to a third member. */
  "/api/chat/attachments/:messageId": { ...members(404, 401), owner: 200 },
};

/**
 * The effect of a frame about the owner: delivered to them, refused with an error to its sender, or accepted and not
 * forwarded. A visitor has no socket.
 */
export type FrameFate = "delivered" | "refused" | "ignored";

const toConnections = {
  stranger: "refused",
  connection: "delivered",
  blocked: "refused",
  owner: "refused",
} as const;
const presence = {
  stranger: "ignored",
  connection: "delivered",
  blocked: "ignored",
  owner: "ignored",
} as const;
const claim = { stranger: "ignored", connection: "ignored", blocked: "ignored", owner: "ignored" } as const;

export const frames: Record<ClientFrame["type"], Record<Exclude<Who, "nobody">, FrameFate>> = {
  online: presence,
  offline: presence,
  /** About the sender's own tab. */
  visibility: claim,
  /** Answers the hub. */
  echo: claim,
  typing: toConnections,
  read: toConnections,
  message: toConnections,
  /** Returns only messages that the sender wrote or received. */
  sync: claim,
  // Published by the calls that store them; a client's claim is never forwarded.
  like_update: claim,
  comment_update: claim,
  notification: claim,
  connection_status: claim,
  share_post: claim,
};
