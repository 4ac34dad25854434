import { msg, plural } from "@lingui/core/runtime-macro";
/**
 * The limits of the product (docs/product.md#limits). Lengths are in code points, sizes in bytes, times in milliseconds
 * unless the name says otherwise. Those of accounts, mails and requests are in modules beside this one.
 */

export const USERNAME_MIN = 3;
export const USERNAME_MAX = 30;
export const BIO_MAX = 150;
export const FULL_NAME_MIN = 2;
export const FULL_NAME_MAX = 100;
export const USERNAME_SUFFIX_MAX = 999;

/** Time for which a changed username stays reserved (trigger `usernames_given_up`). */
export const FORMER_USERNAME_DAYS = 30;

/** Shorter queries are not sent and find nobody. */
export const SEARCH_MIN = 2;
export const SEARCH_RESULTS_MAX = 20;
/** Members that the results page shows above hashtags and posts; a link leads to all. */
export const SEARCH_PEOPLE_SHOWN = 4;
/** Hashtags of one search. */
export const SEARCH_TAGS_MAX = 10;
/** Distinct words of a post by which it is found, the place before the caption; and the words of a query that count. */
export const POST_WORDS_MAX = 40;
export const QUERY_WORDS_MAX = 8;
/** Length in code points at which a longer word is cut. */
export const POST_WORD_LENGTH = 32;
/** Pause after the last key before a search is sent. */
export const SEARCH_DEBOUNCE_MS = 200;
/** Members that are listed while a mention is typed. */
export const MENTIONS_SHOWN = 8;

export const REPORT_DETAILS_MAX = 500;
/** A member's reports in 24 hours that moderators see first. Further ones come next, before any less urgent one. */
export const FIRST_REPORTS_PER_DAY = 5;
/** Muted words and members of a member. Every look-up of their session reads the words. */
export const MUTED_WORDS_MAX = 50;
export const MUTED_WORD_MAX = 50;
export const MUTED_MEMBERS_MAX = 500;
/** Members with exceptions from a member's notification settings. */
export const NOTIFICATION_EXCEPTIONS_MAX = 100;
/** Time for which a photo waits for the image check after its attempt was due. */
export const IMAGE_CHECK_DAYS = 7;
/** Time for which a report stays after the decision about it. */
export const REPORT_DAYS = 730;

/** Time for which a read and an unread notification are kept, and how many of the newest a member has at most. */
export const READ_NOTIFICATION_DAYS = 90;
export const UNREAD_NOTIFICATION_DAYS = 365;
export const NOTIFICATIONS_MAX = 1000;
/** Members whom a row of grouped notifications names; it counts the others. */
export const GROUP_MEMBERS_SHOWN = 2;

/**
 * Time for which the server remembers that a message, post or comment was deleted. A page that has been away for half
 * of it discards its data, because it might miss deletions.
 */
export const TOMBSTONE_DAYS = 60;
export const PAGE_AWAY_DAYS = TOMBSTONE_DAYS / 2;

/**
 * Time after which deleted data has left the backups; restoring an older one would bring it back. More keeps more
 * monthly backups (scripts/backup/retention.ts).
 */
export const BACKUP_DAYS = 30;

export const CAPTION_MAX = 2200;
export const LOCATION_MAX = 100;
/** Of the make, the model and the lens in camera data, each. */
export const CAMERA_NAME_MAX = 100;
export const ALT_TEXT_MAX = 500;
/** Photos of a post. */
export const PHOTOS_MAX = 10;
/** Posts whose previews one call returns, and the characters of a caption that a preview has. */
export const POST_PREVIEWS_MAX = 20;
export const PREVIEW_CAPTION_MAX = 140;
export const COMMENT_MAX = 2200;
/** Time in which its author can edit a comment. */
export const COMMENT_EDIT_MINUTES = 15;

/** Collections of one member, the length of a collection's name, and the saved posts that one call moves. */
export const COLLECTIONS_MAX = 100;
export const COLLECTION_NAME_MAX = 50;
export const MOVED_POSTS_MAX = 100;
/** The earliest date of an imported post: older than the services that exports come from. */
export const IMPORTED_SINCE = "2004-01-01T00:00:00.000Z";
/** Idempotency keys of an import that one call looks up. */
export const IMPORT_KEYS_MAX = 100;

export const AI_PROMPT_MIN = 3;
export const AI_PROMPT_MAX = 1000;
/** The message of a failed AI call, for every tool. The page shows its own texts. */
export const AI_FAILED = msg`Failed to generate the image. Please try again.`;
export const ART_STYLES_SHOWN = 4;
/** AI uses of one member in 60 seconds, beside the quota of the day (app/contract/quotas.ts). */
export const AI_USES_PER_MINUTE = 10;
/** AI uses of one member in 24 hours that do not count because the engine failed. */
export const AI_FAILURES_PER_DAY = 20;
/** Lifetime of an AI image that the member does not save. */
export const AI_UNSAVED_HOURS = 24;

/** Lifetime of an uploaded file that no post or message uses; longer than it takes to write a caption. */
export const UNUSED_MEDIA_HOURS = 24;

const MB = 1024 * 1024;
/** Files must be smaller than 10, 2 and 5 MB (docs/product.md#validation); these are the largest sizes allowed. */
export const POST_IMAGE_MAX_BYTES = 10 * MB - 1;
export const AVATAR_MAX_BYTES = 2 * MB - 1;
/** 40 megapixels: more than the default of any phone, far less than a decompression bomb. */
export const IMAGE_MAX_PIXELS = 40_000_000;
/**
 * Pixels in width and in height: the limit of Cloudflare Images
 * (https://developers.cloudflare.com/images/get-started/limits/).
 */
export const IMAGE_MAX_SIDE = 12_000;
export const IMAGE_LOAD_TIMEOUT_MS = 5000;
export const BROKEN_IMAGE_RETRY_MS = 2000;

export const PAGE_LIMIT_DEFAULT = 20;
export const PAGE_LIMIT_MAX = 50;
/** Pages without a new item after which a list pauses: it must not read a whole database by itself. */
export const EMPTY_PAGES_MAX = 2;
/** Posts in the feed's document: they fill the first view of a screen 2,560 px high. */
export const FEED_DOCUMENT_POSTS = 4;
/** Posts of the page behind a document's: the rest of the first page, which the member's hub may cache. */
export const FEED_REST = PAGE_LIMIT_DEFAULT - FEED_DOCUMENT_POSTS;
/** Bits of 64 in which perceptual hashes of similar photos may differ, as in the trigger `media_not_like_removed`. */
export const HAMMING_DISTANCE_MAX = 8;
/** Members whom a page of a searched list of connections compares with the query. */
export const LIST_SEARCH_PAGE = 200;
/** Connections of the viewer that a page of a search among them compares with the query: two rows each. */
export const CONNECTIONS_SEARCHED = 900;
/** Connections that the stories strip loads at a time. */
export const STORIES_SHOWN = 50;
/** Connections of the viewer or the member, of the one who has fewer, that a profile compares with the other's. */
export const MUTUAL_CONNECTIONS_READ = 200;
/** Connections in common that a profile names. */
export const MUTUAL_CONNECTIONS_NAMED = 2;
/** The hashtags of the week: their number, the posts that are counted, the newest, and the members that each needs. */
export const TRENDING_TAGS = 10;
export const TRENDING_POSTS_READ = 20_000;
export const TRENDING_AUTHORS_MIN = 3;
/** Suggested members beside other things; their own page has all. */
export const SUGGESTIONS_SHOWN = 3;
/** Received requests that are counted: for as many, "9+" is shown. */
export const REQUESTS_COUNTED = 10;
/** Hashtags that a member can follow. */
export const FOLLOWED_TAGS_MAX = 50;
/** Tiles on a page of Explore and of a hashtag. */
export const GRID_PAGE = 30;
/** Connections of a new member's first steps. */
export const FIRST_CONNECTIONS = 3;
export const CARD_COMMENTS = 2;
export const FEED_PLACEHOLDERS = 2;

export const TOOLTIP_DELAY_MS = 700;
export const TOAST_DURATION_MS = 5000;
/** Of a confirmation of one line (`showBrief`). */
export const TOAST_BRIEF_MS = 2500;

/** Frames of the channel (docs/product.md#channel): size, refill rate and burst of the token bucket. */
export const FRAME_MAX_BYTES = 8 * MB;
export const FRAMES_PER_MINUTE = 120;
export const FRAMES_AT_ONCE = 400;
/** Frames that a hub holds in memory at once, by size: those of one socket, and those of all its sockets. */
export const SOCKET_BYTES_IN_FLIGHT = 2 * FRAME_MAX_BYTES;
export const HUB_BYTES_IN_FLIGHT = 4 * FRAME_MAX_BYTES;

/** Bytes sent to a socket after which its client must echo a number, to show that it reads. */
export const PING_EVERY_BYTES = 128 * 1024;
/** Bytes that a hub has in the air to a client that owes an echo, and to all sockets of its member. */
export const SOCKET_BYTES_UNACKNOWLEDGED = MB;
export const HUB_BYTES_UNACKNOWLEDGED = 8 * MB;

/** Connection requests of one member to the same one in 24 hours and in an hour, beside the quota of the day. */
export const REQUESTS_TO_ONE_PER_DAY = 10;
export const REQUESTS_TO_ONE_PER_HOUR = 5;

/** Open sockets of one member. */
export const SOCKETS_MAX = 64;
/** The same with those that the hub has closed and whose clients have not acknowledged it. */
export const SOCKETS_LISTED_MAX = 2 * SOCKETS_MAX;

/** A reload or a short loss of the network does not take a member offline. */
export const OFFLINE_GRACE_MS = 5000;
/** Interval of the browser's pings; browsers throttle timers of a hidden tab to one a minute. */
export const PING_MS = 25_000;
/** A socket without a frame or ping for this long gets a `ping` frame, answered even by a tab with throttled timers. */
export const SOCKET_PROBE_MS = 45_000;
/** A socket without a frame or ping for so long is closed. With the grace, half-open peers are offline within 60 s. */
export const SOCKET_IDLE_MS = 54_000;

/**
 * The cookie with which a page requests reads from the primary database, and its lifetime: after a frame, a page
 * fetches the subject of the frame, and a replica may lag behind it (docs/product.md#channel).
 */
export const FRESH_COOKIE = "afterglow-fresh";
export const FRESH_SECONDS = 10;

/** Changes of one count within this time are coalesced into one frame. */
export const COUNT_THROTTLE_MS = 1000;

/** Time without a socket after which the page shows it. */
export const LOST_AFTER_MS = 3000;
/** Age after which the cached feed is stale. */
export const CACHE_MS = 5 * 60_000;
export const RECENT_NOTIFICATIONS = 10;
export const STORIES_SCROLL_PX = 200;
export const STORY_PLACEHOLDERS = 4;

/** Close codes of sockets. 4000 to 4999 are for applications (RFC 6455, 7.4.2). */
export const CLOSED_SESSION_ENDED = 4401;
/** The session has a new token. */
export const CLOSED_SESSION_RENEWED = 4402;
export const CLOSED_IDLE = 4408;

/** Members to whom a message can be forwarded at once. */
export const FORWARD_MAX = 5;
/** Length of a message, far below the size limit of a D1 row. */
export const MESSAGE_MAX = 5000;
export const MESSAGE_TOO_LONG = msg`A message must not be longer than ${{ max: MESSAGE_MAX }} characters.`;
export const CLIENT_ID_MAX = 64;
export const ATTACHMENT_MAX_BYTES = 5 * MB - 1;
export const ATTACHMENT_NAME_MAX = 255;
/** Pictures that are sent to a conversation at once. */
export const PICTURES_MAX = 10;
/** Time in which a sender may change the text of a message, in minutes. */
export const MESSAGE_EDIT_MINUTES = 15;
export const MESSAGE_EDIT_OVER = msg`Messages can be edited for ${plural({ minutes: MESSAGE_EDIT_MINUTES }, { one: "# minute", other: "# minutes" })}.`;
/** Characters of the message that a reply quotes. */
export const QUOTE_MAX = 200;
/** The text of a message that has only an attachment. */
export const ATTACHMENT_ONLY_TEXT = "Sent an attachment";
/** Chats in the document of the chat page, archived ones and others: more than a screen shows. */
export const CHAT_DOCUMENT_CHATS = 30;
/** Skeleton rows of the chat list while it loads. */
export const CHAT_PLACEHOLDERS = 5;
/** Unread messages and notifications are counted up to this number, so that the statement reads no more rows. */
export const UNREAD_COUNT_MAX = 1000;
/** Ids of unread messages in one `unread` frame. */
export const UNREAD_LISTED_MAX = 100;
export const UNREAD_POLL_MS = 10_000;
/** Characters of a message or comment in a toast or notification. */
export const PREVIEW_MAX = 30;
/** Most messages in the reply to one `sync`. The client asks again for more. */
export const SYNC_MAX = 1000;
/** Conversations whose read marks and deletions one `sync` asks for. */
export const SYNC_CONVERSATIONS_MAX = 200;

/** Members of one search at the desk. */
export const DESK_MEMBERS_MAX = 20;
export const MODERATION_NOTE_MAX = 1000;
export const APPEAL_MAX = 1000;
/** The time in which the desk offers to undo a new decision. */
export const DECISION_UNDO_MS = 10_000;
/** The longest silence or limited suspension. */
export const DECISION_DAYS_MAX = 365;
