import type * as schema from "~/db/schema";
import { notExported as ofPosts } from "~/db/schema/post-columns";

type Schema = typeof schema;

/** The reason for a whole table, or for some of its columns. */
type Reasons = { [K in keyof Schema]?: string | Partial<Record<keyof Schema[K]["$inferSelect"], string>> };

/** The reason of what no export may have. */
export const SECRET = "a secret, or its hash";
const OF_DEVICE = "of use with its device only";
const INTERNAL = "internal: the number of a row, or the state of a job";
const REQUEST = "a request's idempotency key";
const COUNTED = "derived: the number of rows";
const OF_FILE = "derived: measured from the file";
const OF_WORDS = "derived: an index of texts";
const LIMIT = "counts for a limit, a day at most";
const OF_SITE = "no member's: the site's state";
const MODERATION = "the moderators' own; `decisions` has what they decided";

/**
 * All that an export leaves out, with the reason. `tests/workers/export-columns.test.ts` changes every other column,
 * and looks for the change in the export. Hubs store only the state of sockets and deliveries, and browsers drafts.
 */
export const notExported: Reasons = {
  users: {
    password: SECRET,
    postCount: COUNTED,
    followerCount: COUNTED,
    followingCount: COUNTED,
    dismissedAnnouncement: INTERNAL,
    storedBytes: OF_FILE,
  },
  sessions: { id: SECRET },
  deletedAccounts: INTERNAL,
  onlineMembers: INTERNAL,
  hubSubscriptions: INTERNAL,

  passwordResets: SECRET,
  emailChanges: { id: SECRET, code: SECRET, attempts: LIMIT, sessionId: SECRET },
  emailUndos: { id: SECRET },
  alertLinks: SECRET,
  passkeys: { id: OF_DEVICE, publicKey: OF_DEVICE, counter: INTERNAL },
  usedChallenges: OF_SITE,
  totpSecrets: { secret: SECRET, lastStep: SECRET, createdAt: "`twoFactorSince` says when it was confirmed" },
  recoveryCodes: SECRET,
  pendingLogIns: SECRET,

  searchTerms: OF_WORDS,
  connectionSides: { chat: INTERNAL },
  endedConnections: INTERNAL,
  connectionRequests: LIMIT,

  posts: ofPosts,
  postPhotos: {
    position: "the order of `photos`",
    width: OF_FILE,
    height: OF_FILE,
    placeholder: OF_FILE,
    color: OF_FILE,
    originalSize: OF_FILE,
  },
  deletedClientIds: REQUEST,
  postHashtags: OF_WORDS,
  tagFolds: OF_WORDS,
  postWords: OF_WORDS,
  trendingTags: OF_SITE,
  postComments: { clientId: REQUEST, likeCount: COUNTED, replyCount: COUNTED },
  postLikes: { owner: INTERNAL, notice: INTERNAL, readNotice: INTERNAL },
  postSaves: { owner: INTERNAL, notice: INTERNAL, readNotice: INTERNAL },
  collections: { clientId: REQUEST },

  media: {
    contentType: OF_FILE,
    size: OF_FILE,
    width: OF_FILE,
    height: OF_FILE,
    placeholder: OF_FILE,
    color: OF_FILE,
    hash: OF_FILE,
    lookHigh: OF_FILE,
    lookLow: OF_FILE,
    isAi: "`posts` and `ai-images` have it",
    verdict: "`posts` has its effect, `isCovered`",
    verdictReason: MODERATION,
  },
  imageChecks: INTERNAL,
  mediaRemovals: INTERNAL,
  sweeps: OF_SITE,
  aiImages: { mediaId: "`imageUrl` contains it" },
  aiUses: LIMIT,

  withdrawnNotices: LIMIT,
  pushSubscriptions: { auth: SECRET, p256dh: SECRET, refusals: INTERNAL, refusedAt: INTERNAL },
  sentMails: LIMIT,
  heldMails: "the member gets it by email, within a week",
  mailReports: OF_SITE,

  conversations: { high: INTERNAL, open: "`connections` has it", changed: INTERNAL },
  chatMessages: {
    clientId: REQUEST,
    attachmentSize: OF_FILE,
    attachmentWidth: OF_FILE,
    attachmentHeight: OF_FILE,
    version: "internal: the number of changes",
  },
  chatSides: "derived: the order of conversations",
  messageBlocks: OF_WORDS,
  chatDatabases: OF_SITE,
  messageRemovals: INTERNAL,

  quotaCounters: LIMIT,
  switchedOff: OF_SITE,
  signUps: OF_SITE,
  siteSettings: OF_SITE,
  siteTexts: OF_SITE,
  errorCounts: OF_SITE,
  dayCounters: OF_SITE,
  siteTotals: OF_SITE,
  heldWords: OF_SITE,
  lastRun: OF_SITE,
  invitations: { id: SECRET },
  waitingMembers: "nobody logs in before the approval, which deletes it",
  signUpBlocks: OF_SITE,

  abuseReports: {
    memberId: "another member's: `member` has the name",
    mediaId: "another member's photo",
    urgency: MODERATION,
  },
  moderationLog: {
    actorId: MODERATION,
    actorName: MODERATION,
    note: MODERATION,
    memberName: "`account` has the username",
    undoes: "`isUndone` of the other decision has it",
  },
  removedContent: MODERATION,
  evidencePhotos: MODERATION,
  removedHashes: MODERATION,
  removedLooks: MODERATION,
  suspensions: MODERATION,
  suspendedTerms: OF_WORDS,
};
