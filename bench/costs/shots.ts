import type { CallName } from "~/contract/calls";
import { Authenticator } from "../../tests/factories/authenticator";
import { newSubscription, quietHours } from "../../tests/factories/push-service";
import { appCode } from "../../tests/factories/two-factor";
import { fixture } from "./fixture";

/** One request, by the fixture's member unless it has another cookie. */
export interface Shot {
  /** Values of the path's parameters. */
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
  cookie?: string;
  headers?: Record<string, string>;
}

/** Results of earlier calls. */
export interface Made {
  /** A JPEG. */
  file: Buffer;
  /** The address of the server. */
  origin: string;
  /** Returns the first item of that call's reply, or the reply itself. */
  replyOf: (name: CallName | VariantName) => Record<string, unknown>;
}

const about = (params: Record<string, string>, body?: unknown) => () => ({ params, body });
const onPost = about({ id: fixture.ownPost });
const plain = () => ({});
const feedPost = ({ replyOf }: Made) => ({ params: { id: String(replyOf("readFeed").id) } });
/** Has the passkey of `addPasskey`. */
let authenticator: Authenticator | undefined;
/** Returns the first recovery code of a reply. */
const recoveryCodeOf = ({ recoveryCodes }: Record<string, unknown>) =>
  Array.isArray(recoveryCodes) ? String(recoveryCodes[0]) : "";
const currentPassword = fixture.password;
const [ofOne, ofGroup, ofAll] = fixture.notifiedCookies;

/**
 * The requests of all calls, in this order: reads before writes, and those that end sessions and accounts last. A
 * missing call is a type error.
 */
export const callShots: Record<CallName, (made: Made) => Shot> = {
  me: plain,
  listSessions: plain,
  listInvitations: plain,
  readEmail: plain,
  readProfile: about({ username: fixture.friend.username }),
  listProfilePosts: about({ username: fixture.username }),
  listConnected: about({ username: fixture.friend.username }),
  listConnecting: about({ username: fixture.username }),
  searchUsers: () => ({ query: "?q=mem" }),
  checkUsername: about({ username: "somebody.new" }),
  listSuggestions: plain,
  listBlocked: plain,
  listReports: plain,
  listMutes: plain,
  readNotificationSettings: plain,
  readFeed: plain,
  listPostPreviews: () => ({ query: `?ids=${fixture.linkedPosts.join(",")}` }),
  readPost: onPost,
  readNeighbours: onPost,
  listSavedPosts: plain,
  listCollections: plain,
  readCollection: about({ id: fixture.collection }),
  listCollectionPosts: about({ id: fixture.collection }),
  searchTags: () => ({ query: "?q=%23du" }),
  searchPosts: () => ({ query: "?q=evening+no" }),
  listTaggedPosts: about({ tag: "dusk" }),
  listExplorePosts: plain,
  readSurroundings: plain,
  listFollowedTags: plain,
  listTrendingTags: plain,
  listComments: onPost,
  listLikers: onPost,
  listConnections: plain,
  readStories: plain,
  listReceivedRequests: plain,
  listSentRequests: plain,
  readConnectionStatus: about({ userId: fixture.stranger }),
  listNotifications: plain,
  listNotificationGroups: plain,
  countUnreadNotifications: plain,
  listChats: plain,
  countUnreadMessages: plain,
  listMessages: about({ userId: fixture.friend.id }),
  searchChats: () => ({ query: "?q=evening+no" }),
  searchConversation: () => ({ params: { userId: fixture.friend.id }, query: "?q=evening+no" }),

  uploadMedia: ({ file }) => {
    const body = new FormData();
    body.set("file", new Blob([new Uint8Array(file)]), "photo.jpg");
    return { body };
  },
  // As the composer does, which uploads the photo first.
  createPost: () => ({
    body: {
      mediaUrl: fixture.photo,
      caption: `Evening #dusk with @${fixture.friend.username}`,
      clientId: "new",
    },
  }),
  listImported: () => ({ body: { clientIds: ["new", "other"] } }),
  editPost: about({ id: fixture.editedPost }, { caption: "Evening #late" }),
  likePost: feedPost,
  unlikePost: feedPost,
  savePost: feedPost,
  unsavePost: feedPost,
  createCollection: () => ({ body: { name: "Dusk", clientId: "new" } }),
  editCollection: about({ id: fixture.collection }, { name: "Dawn" }),
  moveSavedPosts: () => ({ body: { postIds: [fixture.editedPost], collectionId: fixture.otherCollection } }),
  deleteCollection: about({ id: fixture.otherCollection }),
  addComment: (made) => ({ ...feedPost(made), body: { comment: "What a sky" } }),
  likeComment: about({ id: fixture.ownPost, commentId: fixture.friendComment }),
  unlikeComment: about({ id: fixture.ownPost, commentId: fixture.friendComment }),
  editComment: ({ replyOf }) => ({
    params: { id: String(replyOf("readFeed").id), commentId: String(replyOf("addComment").id) },
    body: { comment: "What a sea" },
  }),
  pinComment: about({ id: fixture.ownPost, commentId: fixture.friendComment }),
  unpinComment: about({ id: fixture.ownPost, commentId: fixture.friendComment }),
  hideComment: about({ id: fixture.ownPost, commentId: fixture.ownComment }),
  unhideComment: about({ id: fixture.ownPost, commentId: fixture.ownComment }),
  deleteComment: about({ id: fixture.ownPost, commentId: fixture.ownComment }),
  sharePost: about({ id: fixture.ownPost }, { recipientId: fixture.friend.id }),
  deletePost: about({ id: fixture.deletedPost }),
  followTag: about({ tag: "dusk" }),
  unfollowTag: about({ tag: "dusk" }),
  muteMember: about({ userId: fixture.stranger }),
  unmuteMember: about({ userId: fixture.stranger }),
  createInvitation: () => ({ body: { uses: 2 } }),
  revokeInvitation: about({ id: fixture.otherInvitation }),
  muteWord: () => ({ body: { word: "kale" } }),
  unmuteWord: about({ word: "kale" }),
  saveNotificationSettings: () => ({ body: { app: ["comments", "mentions"], fromConnections: true } }),
  setNotificationException: about({ userId: fixture.stranger }, { mode: "never" }),
  removeNotificationException: about({ userId: fixture.stranger }),
  report: () => ({ body: { userId: fixture.stranger, reason: "spam" } }),
  requestConnection: about({ userId: fixture.stranger }),
  cancelConnectionRequest: about({ userId: fixture.asked }),
  acceptConnection: about({ fromUserId: fixture.askers[0] }),
  rejectConnection: about({ fromUserId: fixture.askers[1] }),
  disconnect: about({ userId: fixture.leftFriend }),
  blockMember: about({ userId: fixture.blockedFriend }),
  unblockMember: about({ userId: fixture.alreadyBlocked }),
  // Each by another member: what one of them marks as read costs the next one nothing.
  readNotification: () => ({ cookie: ofOne, params: { id: fixture.newestNotification } }),
  readNotificationGroup: () => ({ cookie: ofGroup, params: { id: fixture.newestNotification } }),
  readAllNotifications: () => ({ cookie: ofAll }),
  sendMessage: about({ userId: fixture.friend.id }, { content: "Hello", clientId: "new" }),
  editMessage: ({ replyOf }) => ({
    params: { messageId: String(replyOf("sendMessage").id) },
    body: { content: "Hello again" },
  }),
  reactToMessage: ({ replyOf }) => ({
    params: { messageId: String(replyOf("sendMessage").id) },
    body: { emoji: "❤️" },
  }),
  muteChat: () => ({ params: { userId: fixture.friend.id }, body: { length: "always" } }),
  archiveChat: () => ({ params: { userId: fixture.friend.id }, body: { upTo: null } }),
  setChatPrivacy: () => ({ body: { hidesReads: false } }),
  deleteMessage: ({ replyOf }) => ({ params: { messageId: String(replyOf("sendMessage").id) } }),
  readMessages: about({ userId: fixture.friend.id }),
  dismissSuggestion: about({ userId: fixture.stranger }),
  keepOriginals: () => ({ body: { kept: false } }),
  setDiscovery: () => ({ body: { hidden: false } }),
  setPresence: () => ({ body: { hidden: false } }),
  readPush: plain,
  turnPushOn: () => ({ body: newSubscription() }),
  turnPushOff: plain,
  setQuietHours: () => ({ body: quietHours }),
  endQuietHours: plain,
  reportBounce: () => ({
    cookie: "",
    headers: { Authorization: `Bearer ${fixture.secret}` },
    body: { id: "one", type: "bounce", email: fixture.email },
  }),
  hideAiPosts: () => ({ body: { hidden: false } }),
  setCommenters: () => ({ body: { from: "everyone" } }),
  setSensitivePhotos: () => ({ body: { mode: "cover" } }),
  setUpProfile: () => ({ body: { bio: "Mostly dusk." } }),
  generateImage: () => ({ body: { prompt: "A harbour at dusk" } }),
  editImage: ({ replyOf }) => ({ body: { image: replyOf("uploadMedia").url, prompt: "warmer" } }),
  styleImage: ({ replyOf }) => ({ body: { image: replyOf("uploadMedia").url, style: "pixel-art" } }),
  suggestAltText: ({ replyOf }) => ({ body: { image: replyOf("uploadMedia").url } }),
  translateText: () => ({ body: { text: "Guten Morgen", from: "de", to: "en" } }),
  listAiImages: plain,
  saveAiAddress: ({ replyOf }) => ({ body: { imageUrl: replyOf("editImage").imageUrl } }),
  saveAiImage: ({ replyOf }) => ({ params: { id: String(replyOf("generateImage").id) }, body: {} }),
  deleteAiImage: ({ replyOf }) => ({ params: { id: String(replyOf("styleImage").id) } }),

  startPasskeyLogin: () => ({ cookie: fixture.passkeyCookie }),
  signUp: () => ({
    cookie: "",
    // With a desired username: generated names differ in length, and the number of rows written depends on the
    // length.
    body: {
      email: "new@example.com",
      fullName: "New One",
      password: "golden hour",
      username: "new.one",
      invitation: fixture.invitation,
    },
  }),
  startPasskeySignUp: () => ({ cookie: fixture.passkeyCookie }),
  signUpWithPasskey: ({ replyOf, origin }) => {
    const { challenge, user } = replyOf("startPasskeySignUp") as { challenge: string; user: { id: string } };
    const passkey = new Authenticator(origin).create(challenge);
    const names = {
      email: "passkey@example.com",
      fullName: "New One",
      username: "new.two",
      invitation: fixture.invitation,
    };
    return { cookie: fixture.passkeyCookie, body: { ...names, handle: user.id, passkey } };
  },
  confirmEmailByCode: () => ({ body: { code: fixture.emailCode } }),
  requestPasswordReset: () => ({ cookie: "", body: { email: fixture.email } }),
  resetPassword: () => ({ cookie: "", body: { token: fixture.resetToken, password: "moonrise" } }),
  logIn: () => ({ cookie: "", body: { email: fixture.email, password: fixture.password } }),
  confirmIdentity: () => ({ body: { currentPassword } }),
  readSecurity: plain,
  startTotp: plain,
  confirmTotp: ({ replyOf }) => ({ body: { code: appCode(String(replyOf("startTotp").secret)) } }),
  renewRecoveryCodes: ({ replyOf }) => ({ body: { code: recoveryCodeOf(replyOf("confirmTotp")) } }),
  startPasskey: plain,
  addPasskey: ({ replyOf, origin }) => {
    authenticator = new Authenticator(origin);
    return {
      body: { name: "Laptop", passkey: authenticator.create(String(replyOf("startPasskey").challenge)) },
    };
  },
  renamePasskey: ({ replyOf }) => ({
    params: { id: String(replyOf("addPasskey").id) },
    body: { name: "Phone" },
  }),
  logInWithPasskey: ({ replyOf }) => ({
    cookie: fixture.passkeyCookie,
    body: { passkey: authenticator?.get(String(replyOf("startPasskeyLogin").challenge)) },
  }),
  removePasskey: ({ replyOf }) => ({ params: { id: String(replyOf("addPasskey").id) } }),
  logInWithCode: ({ replyOf }) => ({
    cookie: fixture.pendingCookie,
    body: { code: recoveryCodeOf(replyOf("renewRecoveryCodes")) },
  }),
  endTotp: plain,
  logOut: () => ({ cookie: fixture.leavingCookie }),
  endSession: about({ id: fixture.otherSession }),
  endOtherSessions: plain,
  changePassword: () => ({ body: { currentPassword, newPassword: currentPassword } }),
  changeEmail: () => ({ body: { email: "moved@example.com", currentPassword } }),
  resendEmailLink: plain,
  cancelEmailChange: plain,
  confirmEmail: () => ({ body: { token: fixture.emailToken } }),
  undoEmailChange: () => ({ cookie: "", body: { token: fixture.undoToken } }),
  secureAccount: () => ({ cookie: "", body: { token: fixture.alertToken } }),
  deleteAccount: () => ({ body: { confirmation: fixture.username, currentPassword } }),
};

/** Calls whose cost depends on what is sent, by what the table says of it. */
export type VariantName = "with a photo" | "a forwarded photo";

/** The further requests of a call, right after its own. */
export const variantShots: Record<VariantName, { of: CallName; shotOf: (made: Made) => Shot }> = {
  "with a photo": {
    of: "sendMessage",
    shotOf: ({ file }) => ({
      params: { userId: fixture.friend.id },
      body: { clientId: "photo", attachment: { data: file.toString("base64"), name: "photo.jpg" } },
    }),
  },
  "a forwarded photo": {
    of: "sendMessage",
    shotOf: ({ replyOf }) => ({
      params: { userId: fixture.otherFriend },
      body: { clientId: "forward", forward: replyOf("with a photo").id },
    }),
  },
};
