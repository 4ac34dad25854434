import type { CallName } from "~/contract/calls";
import { clientIds, ids, type Name } from "./world";

export interface Shot {
  by: Name | "another" | null;
  call: CallName;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

/** Results of earlier requests, by the name of their call: the last reply. */
export type Replies = ReadonlyMap<CallName, Record<string, unknown>>;

type ShotOf = Shot | ((replies: Replies, photo: File) => Shot);

const { member, post, comment } = ids;

/** All that a member can read, with every page of each list. */
export function readsOf(by: Name): Shot[] {
  const others: Name[] = ["ada", "bo", "cy", "dan", "eve", "jo", "kim", "hal"];
  const about = (call: CallName, key: string, values: string[]) =>
    values.map((value): Shot => ({ by, call, params: { [key]: value } }));
  const searches = ["ad", "love", "MEMBER", "zoe", "鈴木", "فاطمة", "jo"];
  return [
    { by, call: "me" },
    { by, call: "listSessions" },
    { by, call: "readEmail" },
    ...about("readProfile", "username", ["ada", "bo", "jojo", "eve.upper", "cy", "hal"]),
    ...about("listProfilePosts", "username", ["bo", "jo"]),
    ...searches.map((q): Shot => ({ by, call: "searchUsers", query: { q } })),
    ...about("checkUsername", "username", ["jojo", "hal", "EVE.upper"]),
    { by, call: "listBlocked" },
    { by, call: "readFeed" },
    ...about("readPost", "id", [1, 3, 4, 6, 8].map(post)),
    { by, call: "listSavedPosts", query: { limit: "8" } },
    ...about("listTaggedPosts", "tag", ["dusk", encodeURIComponent("夕焼け")]),
    ...about("listComments", "id", [post(1), post(3)]),
    { by, call: "listConnections" },
    { by, call: "readStories" },
    ...about("readConnectionStatus", "userId", others.map(member)),
    { by, call: "listNotifications", query: { limit: "10" } },
    { by, call: "countUnreadNotifications" },
    { by, call: "listChats" },
    { by, call: "countUnreadMessages" },
    ...about("listMessages", "userId", others.map(member)),
    { by, call: "listAiImages" },
  ];
}

const onPost = (by: Name, call: CallName, n: number, body?: unknown): Shot => ({
  by,
  call,
  params: { id: post(n) },
  body,
});
const withMember = (by: Name, call: CallName, other: Name, key = "userId", body?: unknown): Shot => ({
  by,
  call,
  params: { [key]: member(other) },
  body,
});
/** The newest notification of a member in an earlier reply. */
const newestOf = (replies: Replies) => String(replies.get("listNotifications")?.id);

/** Writes on what was there before, so that they change it, repeat it, or are refused. */
export const writes: ShotOf[] = [
  // Idempotency keys from before: of a stored post, comment and message, and of deleted ones.
  onPost("ada", "addComment", 3, { comment: "Again", clientId: clientIds.text }),
  onPost("ada", "addComment", 3, { comment: "Again", clientId: "a deleted comment" }),
  withMember("ada", "sendMessage", "bo", "userId", { content: "Again", clientId: clientIds.uuid }),
  withMember("ada", "sendMessage", "bo", "userId", { content: "Again", clientId: clientIds.text }),
  withMember("ada", "sendMessage", "bo", "userId", { content: "Again", clientId: "deleted" }),
  withMember("ada", "sendMessage", "bo", "userId", { content: "New", clientId: "new" }),
  withMember("ada", "sendMessage", "lea", "userId", { content: "The first one", clientId: "first" }),
  withMember("ada", "sendMessage", "dan", "userId", { content: "Blocked", clientId: "blocked" }),
  (replies) => ({
    by: "ada",
    call: "deleteMessage",
    params: { messageId: String(replies.get("sendMessage")?.id) },
  }),
  { by: "bo", call: "deleteMessage", params: { messageId: "25" } },
  withMember("ada", "readMessages", "jo", "userId"),
  // Likes and saves whose notification was read before notify nobody again.
  onPost("bo", "likePost", 15),
  onPost("jo", "savePost", 15),
  onPost("bo", "unlikePost", 4),
  onPost("jo", "unlikePost", 4),
  onPost("kim", "unsavePost", 10),
  onPost("ada", "unlikePost", 1),
  onPost("ada", "likePost", 9),
  onPost("ada", "likePost", 8),
  onPost("ada", "savePost", 23),
  onPost("ada", "savePost", 15),
  onPost("jo", "addComment", 4, { comment: "Thank you @ada and @bo", clientId: "thanks" }),
  { by: "bo", call: "pinComment", params: { id: post(1), commentId: comment(5) } },
  {
    by: "jo",
    call: "editComment",
    params: { id: post(1), commentId: comment(3) },
    body: { comment: "Late" },
  },
  { by: "bo", call: "deleteComment", params: { id: post(1), commentId: comment(3) } },
  { by: "ada", call: "deleteComment", params: { id: post(1), commentId: comment(4) } },
  onPost("ada", "sharePost", 3, { recipientId: member("bo") }),
  onPost("bo", "sharePost", 3, { recipientId: member("ada") }),
  onPost("jo", "sharePost", 1, { recipientId: member("ada") }),
  onPost("ada", "editPost", 4, { caption: "Edited #dawn with @gus and @bo" }),
  onPost("ada", "deletePost", 10),
  withMember("ada", "acceptConnection", "eve", "fromUserId"),
  withMember("ada", "rejectConnection", "ivy", "fromUserId"),
  withMember("ada", "cancelConnectionRequest", "fay"),
  withMember("ada", "requestConnection", "kim"),
  withMember("bo", "requestConnection", "kim"),
  withMember("ada", "disconnect", "lea"),
  withMember("ada", "unblockMember", "cy"),
  withMember("ada", "blockMember", "gus"),
  { by: "ada", call: "report", body: { userId: member("cy"), reason: "spam", details: "Again" } },
  { by: "ada", call: "listNotifications", query: { limit: "1" } },
  (replies) => ({ by: "ada", call: "readNotification", params: { id: newestOf(replies) } }),
  { by: "ada", call: "readNotification", params: { id: "3" } },
  { by: "jo", call: "readAllNotifications" },
  { by: "ada", call: "setPresence", body: { hidden: true } },
  { by: "ada", call: "hideAiPosts", body: { hidden: true } },
  { by: "ivy", call: "setUpProfile", body: { username: "ivy.new", fullName: "Ivy Neu" } },
  (_, photo) => ({ by: "bo", call: "uploadMedia", body: formWith(photo) }),
  (replies) => ({
    by: "bo",
    call: "createPost",
    body: { mediaUrl: replies.get("uploadMedia")?.url, caption: "New #dusk @ada", clientId: clientIds.uuid },
  }),
  { by: "ada", call: "createPost", body: { mediaUrl: `/media/${ids.media(4)}`, clientId: clientIds.uuid } },
  { by: "bo", call: "generateImage", body: { prompt: "A harbour at dusk" } },
  (replies) => ({
    by: "bo",
    call: "editImage",
    body: { image: replies.get("uploadMedia")?.url, prompt: "warmer" },
  }),
  (replies) => ({
    by: "bo",
    call: "styleImage",
    body: { image: replies.get("uploadMedia")?.url, style: "pixel-art" },
  }),
  (replies) => ({ by: "bo", call: "suggestAltText", body: { image: replies.get("uploadMedia")?.url } }),
  { by: "ada", call: "saveAiAddress", body: { imageUrl: `/media/${ids.media(202)}` } },
  { by: "ada", call: "saveAiImage", params: { id: ids.image(1) }, body: {} },
  { by: "ada", call: "deleteAiImage", params: { id: ids.image(1) } },
];

/** Writes to accounts, after which some members can sign in no more. */
export const accountWrites: ShotOf[] = [
  {
    by: null,
    call: "signUp",
    body: { email: "new@example.com", fullName: "New One", password: "golden hour", username: "new.one" },
  },
  {
    by: null,
    call: "signUp",
    body: { email: "ADA@example.com", fullName: "Taken", password: "golden hour" },
  },
  { by: null, call: "requestPasswordReset", body: { email: "bo@example.com" } },
  { by: null, call: "resetPassword", body: { token: "reset", password: "moonrise" } },
  { by: null, call: "logIn", body: { email: "bo@example.com", password: "sunset" } },
  { by: null, call: "logIn", body: { email: "hal@example.com", password: "sunset" } },
  { by: "kim", call: "logOut" },
  { by: "ada", call: "resendEmailLink" },
  { by: "ada", call: "cancelEmailChange" },
  { by: "ada", call: "changeEmail", body: { email: "ada.moved@example.com", currentPassword: "sunset" } },
  { by: "fay", call: "confirmEmail", body: { token: "change of fay" } },
  { by: null, call: "undoEmailChange", body: { token: "undo" } },
  { by: "ada", call: "endSession", params: { id: ids.session("rehearsal of another") } },
  { by: "ada", call: "endOtherSessions" },
  { by: "bo", call: "changePassword", body: { currentPassword: "sunset", newPassword: "moonrise" } },
  { by: "jo", call: "deleteAccount", body: { confirmation: "jo", currentPassword: "sunset" } },
];

function formWith(photo: File): FormData {
  const form = new FormData();
  form.set("file", photo);
  return form;
}
