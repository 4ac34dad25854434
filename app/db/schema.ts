/** All tables of the database (docs/database.md). `npm run db:generate` writes a migration for what changed here. */
export { chatDatabases, chatMessages, conversations, messageBlocks, messageRemovals } from "./schema/chat";
export { digests, heldMails, mailReports, sentMails } from "./schema/mail";
export {
  alertLinks,
  connectionRequests,
  connectionSides,
  deletedAccounts,
  emailChanges,
  emailUndos,
  endedConnections,
  hubSubscriptions,
  onlineMembers,
  passkeys,
  passwordResets,
  pendingLogIns,
  recoveryCodes,
  sessions,
  totpSecrets,
  usedChallenges,
  users,
} from "./schema/members";
export {
  appeals,
  evidencePhotos,
  moderationLog,
  removedContent,
  removedHashes,
  removedLooks,
  suspendedConnections,
  suspendedTerms,
  suspensions,
} from "./schema/moderation";
export { formerUsernames, searchTerms } from "./schema/names";
export {
  aiImages,
  aiUses,
  collections,
  commentLikes,
  deletedClientIds,
  followedTags,
  imageChecks,
  media,
  mediaRemovals,
  postComments,
  postHashtags,
  postLikes,
  postPhotos,
  postSaves,
  posts,
  postWords,
  sweeps,
  trendingTags,
} from "./schema/posts";
export { pushSubscriptions, quietHours } from "./schema/push";
export { quotaCounters, signUpBlocks, signUps, switchedOff } from "./schema/quotas";
export { abuseReports, blocks, dismissedSuggestions, mutes } from "./schema/safety";
export { notices, notificationExceptions, notificationSettings, withdrawnNotices } from "./schema/talk";
