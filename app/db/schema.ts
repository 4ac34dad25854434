/** All tables of the database (docs/database.md). `npm run db:generate` writes a migration for what changed here. */
export {
  chatDatabases,
  chatMessages,
  chatSides,
  conversations,
  messageBlocks,
  messageRemovals,
} from "./schema/chat";
export { connectionRequests, connectionSides, endedConnections } from "./schema/connections";
export { dayCounters, errorCounts, lastRun, siteTotals } from "./schema/counters";
export {
  alertLinks,
  emailChanges,
  emailUndos,
  passkeys,
  passwordResets,
  pendingLogIns,
  recoveryCodes,
  totpSecrets,
  usedChallenges,
} from "./schema/credentials";
export { digests, heldMails, mailReports, sentMails } from "./schema/mail";
export { aiImages, aiUses, imageChecks, media, mediaRemovals, sweeps } from "./schema/media";
export { deletedAccounts, hubSubscriptions, onlineMembers, sessions, users } from "./schema/members";
export {
  appeals,
  evidencePhotos,
  heldWords,
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
  deletedClientIds,
  followedTags,
  postHashtags,
  postPhotos,
  posts,
  postWords,
  tagFolds,
  trendingTags,
} from "./schema/posts";
export { pushSubscriptions, quietHours } from "./schema/push";
export { quotaCounters, signUpBlocks, signUps, switchedOff } from "./schema/quotas";
export { collections, commentLikes, postComments, postLikes, postSaves } from "./schema/reactions";
export { abuseReports, blocks, dismissedSuggestions, mutes } from "./schema/safety";
export { invitations, invitedMembers, waitingMembers } from "./schema/sign-ups";
export { siteSettings, siteTexts } from "./schema/site";
export { notices, notificationExceptions, notificationSettings, withdrawnNotices } from "./schema/talk";
