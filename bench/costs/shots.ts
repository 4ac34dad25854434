import type { CallName } from "~/contract/calls";
import { cast } from "./world";

/** One request, by the member of the world unless another cookie is said. */
export interface Shot {
  /** Values of the path's parameters. */
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
  cookie?: string;
}

/** Entities created by earlier calls. */
export interface Made {
  /** A JPEG. */
  file: Buffer;
  /** The first item of that call's reply, or the reply itself. */
  replyOf: (name: CallName) => Record<string, unknown>;
}

const about = (params: Record<string, string>, body?: unknown) => () => ({ params, body });
const onPost = about({ id: cast.ownPost });
const plain = () => ({});
const feedPost = ({ replyOf }: Made) => ({ params: { id: String(replyOf("readFeed").id) } });
const currentPassword = cast.password;

/**
 * The request of each call, in this order: reads before writes, and the calls that end sessions and accounts last. A call
 * without an entry does not compile.
 */
export const callShots: Record<CallName, (made: Made) => Shot> = {
  me: plain,
  listSessions: plain,
  readProfile: about({ username: cast.friend.username }),
  listProfilePosts: about({ username: cast.username }),
  searchUsers: () => ({ query: "?q=mem" }),
  checkUsername: about({ username: "somebody.new" }),
  listBlocked: plain,
  readFeed: plain,
  readPost: onPost,
  listSavedPosts: plain,
  listComments: onPost,
  listConnections: plain,
  readStories: plain,
  readConnectionStatus: about({ userId: cast.stranger }),
  listNotifications: plain,
  countUnreadNotifications: plain,
  listChats: plain,
  countUnreadMessages: plain,
  listMessages: about({ userId: cast.friend.id }),

  uploadMedia: ({ file }) => {
    const body = new FormData();
    body.set("file", new Blob([new Uint8Array(file)]), "photo.jpg");
    return { body };
  },
  createPost: ({ file }) => ({
    body: {
      mediaUrl: `data:image/jpeg;base64,${file.toString("base64")}`,
      caption: `Evening #dusk with @${cast.friend.username}`,
    },
  }),
  editPost: about({ id: cast.editedPost }, { caption: "Evening #late" }),
  likePost: feedPost,
  unlikePost: feedPost,
  savePost: feedPost,
  unsavePost: feedPost,
  addComment: (made) => ({ ...feedPost(made), body: { comment: "What a sky" } }),
  deleteComment: about({ id: cast.ownPost, commentId: cast.ownComment }),
  sharePost: about({ id: cast.ownPost }, { recipientId: cast.friend.id }),
  deletePost: about({ id: cast.deletedPost }),
  report: () => ({ body: { userId: cast.stranger, reason: "spam" } }),
  requestConnection: about({ userId: cast.stranger }),
  cancelConnectionRequest: about({ userId: cast.asked }),
  acceptConnection: about({ fromUserId: cast.askers[0] }),
  rejectConnection: about({ fromUserId: cast.askers[1] }),
  disconnect: about({ userId: cast.leftFriend }),
  blockMember: about({ userId: cast.blockedFriend }),
  unblockMember: about({ userId: cast.alreadyBlocked }),
  readNotification: ({ replyOf }) => ({ params: { id: String(replyOf("listNotifications").id) } }),
  readAllNotifications: plain,
  sendMessage: about({ userId: cast.friend.id }, { content: "Hello", clientId: "new" }),
  deleteMessage: ({ replyOf }) => ({ params: { messageId: String(replyOf("sendMessage").id) } }),
  readMessages: about({ userId: cast.friend.id }),
  setPresence: () => ({ body: { hidden: false } }),
  hideAiPosts: () => ({ body: { hidden: false } }),
  setUpProfile: () => ({ body: { bio: "Mostly dusk." } }),
  generateImage: () => ({ body: { prompt: "A harbour at dusk" } }),
  editImage: ({ replyOf }) => ({ body: { image: replyOf("uploadMedia").url, prompt: "warmer" } }),
  styleImage: ({ replyOf }) => ({ body: { image: replyOf("uploadMedia").url, style: "pixel-art" } }),
  suggestAltText: ({ replyOf }) => ({ body: { image: replyOf("uploadMedia").url } }),
  listAiImages: plain,
  saveAiAddress: ({ replyOf }) => ({ body: { imageUrl: replyOf("editImage").imageUrl } }),
  saveAiImage: ({ replyOf }) => ({ params: { id: String(replyOf("generateImage").id) }, body: {} }),
  deleteAiImage: ({ replyOf }) => ({ params: { id: String(replyOf("styleImage").id) } }),

  signUp: () => ({
    cookie: "",
    // With a username of its own: derived ones vary in length, and so does the number of rows they cost.
    body: { email: "new@example.com", fullName: "New One", password: "sunset", username: "new.one" },
  }),
  requestPasswordReset: () => ({ cookie: "", body: { email: cast.email } }),
  resetPassword: () => ({ cookie: "", body: { token: cast.resetToken, password: "sunset" } }),
  logIn: () => ({ cookie: "", body: { email: cast.email, password: cast.password } }),
  logOut: () => ({ cookie: cast.leavingCookie }),
  endSession: about({ id: cast.otherSession }),
  endOtherSessions: plain,
  changePassword: () => ({ body: { currentPassword, newPassword: currentPassword } }),
  changeEmail: () => ({ body: { email: "moved@example.com", currentPassword } }),
  deleteAccount: () => ({ body: { confirmation: cast.username, currentPassword } }),
};

const visitor = { cookie: "" };

/** The request of each page of app/routes.ts; a test compares the two lists. */
export const pageShots: Record<string, Shot> = {
  "/": visitor,
  "/login": visitor,
  "/signup": visitor,
  "/forgot-password": visitor,
  "/reset-password": { cookie: "", query: `?token=${encodeURIComponent(cast.resetToken)}` },
  "/offline": visitor,
  "/terms": visitor,
  "/privacy": visitor,
  "/logout": {},
  "/profile-setup": { cookie: cast.newcomerCookie },
  "/feed": {},
  "/chat": { query: `?user=${cast.friend.id}` },
  "/post": {},
  "/post/:id": { params: { id: cast.ownPost } },
  "/tag/:tag": { params: { tag: "dusk" } },
  "/profile": {},
  "/profile/:username": { params: { username: cast.friend.username } },
  "/ai": {},
  "/search": { query: "?q=mem" },
  "/settings": {},
};

/** Its rows are read while it is sent, after its log line has been written: five hundred rows a statement. */
export const uncountedPages = ["/settings/export"];
