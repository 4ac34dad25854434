import { Hono } from "hono";
import { calls } from "~/contract/calls";
import { SOURCE } from "~/contract/languages";
import { GRID_PAGE, STORIES_SHOWN } from "~/contract/limits";
import { filterNamed } from "~/contract/notification-filters";
import { firstPage } from "~/db/cursor";
import { usernameReads } from "~/domain/accounts/check-username";
import { credentialsRow } from "~/domain/accounts/confirm-password";
import { totpKeyRow } from "~/domain/accounts/confirm-totp";
import { invitationReads, invitationState } from "~/domain/accounts/list-invitations";
import { sessionRows } from "~/domain/accounts/list-sessions";
import { emailRow } from "~/domain/accounts/read-email";
import { passkeyRows, securityRow } from "~/domain/accounts/read-security";
import { settingsRow } from "~/domain/accounts/read-settings";
import { proofRow } from "~/domain/accounts/step-up";
import { pairRow } from "~/domain/chat/can-chat";
import { chatRows, headOfChats } from "~/domain/chat/chat-rows";
import { unreadMessageCount } from "~/domain/chat/count-unread";
import { messageReads, newestMessageRows } from "~/domain/chat/list-messages";
import { attachmentReads } from "~/domain/chat/read-attachment";
import { searchChatReads } from "~/domain/chat/search-chats";
import { searchConversationReads } from "~/domain/chat/search-conversation";
import { collectionPostReads } from "~/domain/collections/list-collection-posts";
import { collectionRow, collectionRows } from "~/domain/collections/read-collection";
import { connectionRows } from "~/domain/connections/list-connections";
import { connectedRows, type Direction, requestRows } from "~/domain/connections/list-sides";
import { statusRow } from "~/domain/connections/read-status";
import { counterReads, dashboardReads } from "~/domain/dashboard/read-dashboard";
import { followedTagRows } from "~/domain/explore/follow-tag";
import { exploreRows } from "~/domain/explore/list-explore-posts";
import { exploreReads } from "~/domain/explore/read-explore";
import { surroundingReads } from "~/domain/explore/read-surroundings";
import { trendingRows } from "~/domain/explore/trending-tags";
import { offeredReads } from "~/domain/media/offered-photo";
import { ceilingRows } from "~/domain/moderation/ceilings";
import { deskCounts } from "~/domain/moderation/desk-counts";
import { heldWordRows } from "~/domain/moderation/held-words";
import { decisionRows } from "~/domain/moderation/list-decisions";
import { decisionRow, logRows } from "~/domain/moderation/list-log";
import { queueFilter, queueReads } from "~/domain/moderation/list-queue";
import { waitingRows } from "~/domain/moderation/list-waiting";
import { memberReads } from "~/domain/moderation/read-member";
import { reportReads } from "~/domain/moderation/read-report";
import { signUpsRow } from "~/domain/moderation/sign-ups";
import { unreadNotificationRow } from "~/domain/notifications/count-unread";
import { notificationGroupRows } from "~/domain/notifications/list-groups";
import { notificationPreviewRows } from "~/domain/notifications/list-notification-previews";
import { notificationRows } from "~/domain/notifications/list-notifications";
import { exceptionRows, notificationSettingsRow } from "~/domain/notifications/notification-settings";
import { editableRow } from "~/domain/posts/edit-comment";
import { textsRow } from "~/domain/posts/edit-post";
import { feedDocumentPage } from "~/domain/posts/feed-document";
import { commentRows } from "~/domain/posts/list-comments";
import { likerRows } from "~/domain/posts/list-likers";
import { previewReads } from "~/domain/posts/list-post-previews";
import { savedRows } from "~/domain/posts/list-saved-posts";
import { taggedRows } from "~/domain/posts/list-tagged-posts";
import { feedRows } from "~/domain/posts/read-feed";
import { linkedRows } from "~/domain/posts/read-linked-comment";
import { neighbourRow } from "~/domain/posts/read-neighbours";
import { postRow } from "~/domain/posts/read-post";
import { profilePostRows } from "~/domain/profiles/list-profile-posts";
import { profileRow } from "~/domain/profiles/read-profile";
import { pushRow } from "~/domain/push/read-push";
import { blockedRows } from "~/domain/safety/block-member";
import { reportRows } from "~/domain/safety/list-reports";
import { mutedRows } from "~/domain/safety/mute";
import { searchReads } from "~/domain/search/search-members";
import { searchPostReads } from "~/domain/search/search-posts";
import { searchTagReads } from "~/domain/search/search-tags";
import { suggestedRows } from "~/domain/search/suggest-members";
import { siteRow, siteTextRows } from "~/domain/site/site-texts";
import { imageRows } from "~/domain/studio/list-images";
import { honoPath } from "./api/call";
import type { AppEnv } from "./context";
import { firstReadsOn, type ReadRequest } from "./first-reads";

/**
 * The calls and pages whose first reads run in the batch of the session look-up, which saves a trip
 * (docs/decisions/0072-the-hub-answers.md). Of two matching calls the first one counts. Likes and saves have no reads,
 * but the member's hub may name their session.
 */
export const preloads = new Hono<AppEnv>();

const { onCall, onPage } = firstReadsOn(preloads);

onCall(calls.me, () => []);
onCall(calls.listSessions, ({ sessionId }) => [sessionRows(sessionId())]);
onCall(calls.listInvitations, () => [...invitationReads()]);
onCall(calls.readEmail, () => [emailRow()]);
for (const call of [
  calls.startTotp,
  calls.endTotp,
  calls.renewRecoveryCodes,
  calls.addPasskey,
  calls.renamePasskey,
  calls.removePasskey,
]) {
  onCall(call, ({ sessionId }) => [proofRow(sessionId())]);
}
onCall(calls.startPasskey, ({ sessionId }) => [proofRow(sessionId()), passkeyRows()]);
onCall(calls.confirmTotp, ({ sessionId }) => [proofRow(sessionId()), totpKeyRow()]);
onCall(calls.readSecurity, ({ sessionId }) => [securityRow(sessionId()), passkeyRows()]);
onCall(calls.readProfile, ({ param }) => [profileRow(param("username"))]);
onCall(calls.listProfilePosts, ({ param, page }) => [profilePostRows({ username: param("username"), page })]);
onCall(calls.listConnected, (request) => connectedReads(request, "connected"));
onCall(calls.listConnecting, (request) => connectedReads(request, "connecting"));
onCall(calls.searchUsers, ({ query }) => searchReads(query("q")));
onCall(calls.checkUsername, ({ param }) => usernameReads(param("username")));
onCall(calls.listBlocked, () => [blockedRows()]);
onCall(calls.readPush, ({ sessionId }) => [pushRow(sessionId())]);
onCall(calls.listMutes, () => [mutedRows()]);
onCall(calls.listReports, () => [reportRows()]);
onCall(calls.readFeed, ({ page }) => [feedRows(page)]);
onCall(calls.listSavedPosts, ({ page }) => [savedRows(page)]);
onCall(calls.listCollections, () => [collectionRows()]);
onCall(calls.readCollection, ({ param }) => [collectionRow(param("id"))]);
onCall(calls.listCollectionPosts, ({ param, page }) => collectionPostReads({ id: param("id"), page }));
onCall(calls.searchPosts, ({ query, page }) => searchPostReads(query("q"), page));
onCall(calls.listTaggedPosts, ({ param, page }) => [taggedRows({ tag: param("tag"), page })]);
onCall(calls.listSuggestions, () => [suggestedRows()]);
onCall(calls.listTrendingTags, () => [trendingRows()]);
onCall(calls.searchTags, ({ query }) => searchTagReads(query("q")));
onCall(calls.listFollowedTags, () => [followedTagRows()]);
onCall(calls.listExplorePosts, ({ page }) => [exploreRows(page)]);
onCall(calls.readSurroundings, surroundingReads);
onCall(calls.listPostPreviews, ({ query }) => previewReads(query("ids")));
onCall(calls.readPost, ({ param }) => [postRow({ postId: param("id"), isThreaded: false })]);
onCall(calls.readNeighbours, ({ param }) => [neighbourRow(param("id"))]);
onCall(calls.editPost, ({ param }) => [textsRow(param("id"))]);
onCall(calls.editComment, ({ param }) => [
  editableRow({ postId: param("id"), commentId: param("commentId") }),
]);
onCall(calls.listComments, ({ param, page, query }) => [
  commentRows({ postId: param("id"), page, parent: query("parent") || null }),
]);
onCall(calls.listLikers, ({ param, page }) => [likerRows({ postId: param("id"), page })]);
onCall(calls.listConnections, ({ query, page }) => [connectionRows({ page, query: query("q").trim() })]);
onCall(calls.readStories, ({ page: { cursor } }) => [
  // Without a cursor the read of the first connections, which a hub caches.
  connectionRows({ page: cursor ? { cursor, limit: STORIES_SHOWN } : firstPage, query: "" }),
]);
onCall(calls.listReceivedRequests, ({ page }) => [requestRows({ box: "received", page })]);
onCall(calls.listSentRequests, ({ page }) => [requestRows({ box: "sent", page })]);
onCall(calls.readConnectionStatus, ({ param }) => [statusRow(param("userId"))]);
onCall(calls.listNotifications, ({ page }) => [notificationRows(page)]);
onCall(calls.listNotificationGroups, ({ page, query }) => [
  notificationGroupRows({ ...page, show: filterNamed(query("show")) }),
]);
onCall(calls.countUnreadNotifications, () => [unreadNotificationRow()]);
onCall(calls.readNotificationSettings, () => [notificationSettingsRow(), exceptionRows()]);
onCall(calls.listChats, ({ query, page }) => [
  chatRows({ page, query: query("q").trim(), show: query("show"), open: "" }),
]);
onCall(calls.countUnreadMessages, () => [unreadMessageCount()]);
onCall(calls.readMessages, ({ param }) => [pairRow(param("userId"))]);
onCall(calls.searchChats, ({ query, page }) => searchChatReads(query("q"), page));
onCall(calls.searchConversation, ({ param, query, page }) =>
  searchConversationReads(param("userId"), query("q"), page),
);
onCall(calls.listMessages, ({ param, page }) => messageReads({ userId: param("userId"), page }));
onCall(calls.listAiImages, ({ page }) => [imageRows(page)]);
// Not a JSON call, so the table of calls does not have it.
onCall({ method: "GET", path: "/api/chat/attachments/{messageId}" }, ({ param }) =>
  attachmentReads(param("messageId")),
);

for (const { method, path } of [calls.likePost, calls.unlikePost, calls.savePost, calls.unsavePost]) {
  preloads.on(method, honoPath(path), async (c, next) => {
    c.get("edge").ownChanges = ["posts"];
    await next();
  });
}

for (const { method, path } of [calls.likeComment, calls.unlikeComment]) {
  preloads.on(method, honoPath(path), async (c, next) => {
    c.get("edge").ownChanges = [];
    await next();
  });
}

onPage("/feed", "routes/feed", ({ page }) => [feedRows(feedDocumentPage(page.cursor))]);
onPage("/chat", "routes/chat", ({ query }) =>
  query("user")
    ? [chatRows(headOfChats(query("user"))), newestMessageRows(query("user"))]
    : [chatRows(headOfChats())],
);
onPage("/post", "routes/create-post", ({ query }) => offeredReads(query("imageUrl")));
onPage("/post/:id", "routes/post", ({ param, query }) => [
  postRow({ postId: param("id"), isThreaded: true }),
  neighbourRow(param("id")),
  ...(query("comment") ? [linkedRows({ postId: param("id"), commentId: query("comment") })] : []),
]);
onPage("/tag/:tag", "routes/tag", ({ page, param }) => [
  taggedRows({ tag: param("tag"), page: { ...page, limit: GRID_PAGE } }),
  followedTagRows(),
]);
onPage("/explore", "routes/explore", ({ page }) => exploreReads(page.cursor));
onPage("/collections/:collectionId", "routes/collection", ({ param, page }) =>
  collectionPostReads({ id: param("collectionId"), page }),
);
onPage("/profile", "routes/own-profile", () => [profileRow(null)]);
onPage("/profile/:username", "routes/profile", ({ param }) => [profileRow(param("username"))]);
onPage("/profile/:username/connected", "routes/connected", (request) => connectedReads(request, "connected"));
onPage("/profile/:username/connecting", "routes/connecting", (request) =>
  connectedReads(request, "connecting"),
);
onPage("/requests", "routes/requests", ({ page, query }) => [
  requestRows({ box: query("list") === "sent" ? "sent" : "received", page }),
]);
onPage("/notifications", "routes/notifications", ({ page, query }) => {
  const wanted = { ...page, show: filterNamed(query("show")) };
  return [notificationGroupRows(wanted), notificationPreviewRows(wanted)];
});
onPage("/post/:id/likes", "routes/likes", ({ page, param }) => [likerRows({ postId: param("id"), page })]);
onPage("/ai", "routes/ai", () => [imageRows(firstPage)]);
onPage("/search", "routes/search", ({ query, page }) => {
  const wanted = query("q").trim();
  const isPeopleOnly = query("show") === "people";
  if (!wanted) return isPeopleOnly ? [suggestedRows()] : exploreReads(page.cursor);
  if (isPeopleOnly) return page.cursor ? [] : searchReads(wanted);
  return [
    ...(page.cursor ? [] : [...searchReads(wanted), ...searchTagReads(wanted)]),
    ...searchPostReads(wanted, { ...page, limit: GRID_PAGE }),
  ];
});
onPage("/settings", "routes/settings", () => [emailRow(), settingsRow(), invitationState()]);
onPage("/settings/account", "routes/settings-account", () => [emailRow(), settingsRow(), invitationState()]);
onPage("/settings/invitations", "routes/settings-invitations", () => [...invitationReads()]);
onPage("/settings/email", "routes/settings-email", () => [emailRow(), settingsRow()]);
onPage("/settings/password", "routes/settings-password", () => [settingsRow()]);
onPage("/settings/sessions", "routes/settings-sessions", ({ sessionId }) => [sessionRows(sessionId())]);
onPage("/settings/delete", "routes/settings-delete", () => [emailRow(), settingsRow()]);
onPage("/settings/privacy", "routes/settings-privacy", () => [settingsRow()]);
onPage("/settings/blocked", "routes/settings-blocked", () => [mutedRows(), blockedRows()]);
onPage("/settings/reports", "routes/settings-reports", () => [reportRows(), decisionRows()]);
onPage("/settings/quiet-hours", "routes/settings-quiet-hours", ({ sessionId }) => [pushRow(sessionId())]);
onPage("/moderation", "routes/moderation", ({ query }) => queueReads(queueFilter(query)));
onPage("/moderation/sign-ups", "routes/moderation-sign-ups", () => [waitingRows()]);
onPage("/moderation/members/:id", "routes/moderation-member", ({ param }) => [...memberReads(param("id"))]);
onPage("/moderation/log", "routes/moderation-log", ({ page }) => [logRows(page)]);
onPage("/moderation/dashboard", "routes/moderation-dashboard", ({ page }) => dashboardReads(page));
onPage("/moderation/dashboard/counters.csv", "routes/moderation-counters", () => [...counterReads()]);
onPage("/moderation/site", "routes/moderation-site", () => [
  ceilingRows(),
  signUpsRow(),
  siteRow(),
  heldWordRows(),
]);
onPage("/moderation/site/:kind", "routes/moderation-text", ({ param, query }) => [
  siteTextRows({ kind: param("kind"), language: query("language") || SOURCE }),
]);
onPage("/moderation/reports/:id", "routes/moderation-report", ({ param }) => reportReads(param("id")));
onPage("/moderation/decisions/:id", "routes/moderation-decision", ({ param }) => [decisionRow(param("id"))]);
const deskPages =
  "/ /sign-ups /members /members/:id /log /site /site/health /site/:kind /dashboard /reports/:id /decisions/:id".split(
    " ",
  );
for (const page of deskPages)
  onPage(`/moderation${page === "/" ? "" : page}`, "routes/moderation-layout", () => [deskCounts()]);
onPage("/settings/security", "routes/security", ({ sessionId }) => [securityRow(sessionId()), passkeyRows()]);
onPage("/settings/notifications", "routes/notification-settings", ({ sessionId }) => [
  notificationSettingsRow(),
  exceptionRows(),
  pushRow(sessionId()),
]);
onPage("/settings/confirm", "routes/confirm-identity", ({ sessionId }) => [credentialsRow(sessionId())]);

function connectedReads({ param, query, page }: ReadRequest, direction: Direction) {
  return [connectedRows({ username: param("username"), direction, query: query("q"), page })];
}
