/**
 * The limits and constants of the product (docs/product.md#limits). Lengths are in code points, sizes in bytes, times in
 * milliseconds unless the name says otherwise.
 */

/** Returns the length of a text in code points, as the schemas count it; `text.length` counts most emoji twice. */
export const lengthOf = (text: string): number => [...text].length;

/** Returns the first `max` code points of a text. */
export const firstOf = (text: string, max: number): string => [...text].slice(0, max).join("");

export const PRODUCT_NAME = "Afterglow";

export const USERNAME_MIN = 3;
export const USERNAME_MAX = 30;
export const BIO_MAX = 150;
export const PASSWORD_MIN = 6;
/** Keeps huge inputs out of scrypt, which would hash any length. */
export const PASSWORD_MAX = 1024;
export const FULL_NAME_MIN = 2;
export const FULL_NAME_MAX = 100;
export const EMAIL_MAX = 254;
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

/** Delay of each log-in attempt at an account beyond its ten a minute. */
export const LOGIN_DELAY_MS = 1000;
/**
 * Wrong passwords in 24 hours (NIST SP 800-63B-4, 3.2.2): of an account at the log-in in browsers that it does not know, of an account in those
 * that it knows, and of a session.
 */
export const WRONG_PASSWORDS_PER_DAY = 100;

/** Sign-ups of one network in an hour, with those that failed. */
export const SIGN_UPS_PER_HOUR = 20;

/** Time in which nobody can sign up with the address of a deleted account. */
export const DELETED_EMAIL_DAYS = 7;

/** Lifetime of a reset link, which works once. */
export const RESET_LINK_MINUTES = 60;

/** Lifetime of the link and the code that confirm an e-mail address. */
export const EMAIL_LINK_HOURS = 24;
export const EMAIL_CODE_DIGITS = 6;
/** Codes that a member can enter in 24 hours: a guess has a chance of one in a hundred thousand a day. */
export const EMAIL_CODES_PER_DAY = 10;

/** Lifetime of a link that undoes a change of the e-mail address. */
export const EMAIL_UNDO_DAYS = 7;

/** Lifetime of the link in a security alert. */
export const ALERT_LINK_DAYS = 7;

/** Age up to which a proof of identity permits a change of how the member logs in, and the export (docs/product.md#step-up). */
export const STEP_UP_MINUTES = 10;
/** The longest time that a replaced session token works, for requests in flight (app/domain/accounts/renew-session.ts). */
export const RENEWED_SESSION_SECONDS = 10;

/** Digits of an authenticator app's code. */
export const TOTP_DIGITS = 6;
/** Wrong codes of an authenticator app: of a session or a network in an hour, of a session or all networks in 24 hours (second-factor.ts). */
export const CODE_ATTEMPTS_PER_HOUR = 10;
export const CODE_ATTEMPTS_PER_DAY = 30;
/** Wrong recovery codes of a session or a network in an hour. Nobody can guess one; the limit bounds the work. */
export const RECOVERY_CODE_ATTEMPTS_PER_HOUR = 100;
/** Time in which a log-in with the right password takes its code. */
export const LOGIN_CODE_MINUTES = 10;
export const RECOVERY_CODES = 10;
export const RECOVERY_CODE_LENGTH = 24;

/** Passkeys of one account, the length of a passkey's name, and the lifetime of a challenge for one. */
export const PASSKEYS_MAX = 10;
export const PASSKEY_NAME_MAX = 60;
export const PASSKEY_MINUTES = 15;

export const REPORT_DETAILS_MAX = 500;
/** Reports of one member in 24 hours that moderators see before all others. Further ones come behind these, before any less urgent one. */
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

/** Time for which a notification is kept: a read one and an unread one; and how many a member has at most, the newest. */
export const READ_NOTIFICATION_DAYS = 90;
export const UNREAD_NOTIFICATION_DAYS = 365;
export const NOTIFICATIONS_MAX = 1000;
/** Members whom a row of grouped notifications names; it counts the others. */
export const GROUP_MEMBERS_SHOWN = 2;

/**
 * Time for which the server remembers that a message, post or comment was deleted. A page that has been away for half of it forgets
 * what it holds, because it might miss deletions.
 */
export const TOMBSTONE_DAYS = 60;
export const PAGE_AWAY_DAYS = TOMBSTONE_DAYS / 2;

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
export const AI_FAILED = "Failed to generate the image. Please try again.";
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

/** A data URL takes 4 characters for 3 bytes; the rest is for the other fields. */
export const JSON_BODY_MAX_BYTES = Math.ceil((POST_IMAGE_MAX_BYTES * 4) / 3) + 64 * 1024;

/**
 * The largest JSON bodies of calls without a file: of visitors, and of members (a post of ten photos is edited with about 86 KB when
 * every character is escaped).
 */
export const PUBLIC_BODY_MAX_BYTES = 16 * 1024;
export const BODY_MAX_BYTES = 128 * 1024;
/** The parts of a JSON text: values, and members of objects and arrays. A message with 5,000 commas has about as many. */
export const JSON_PARTS_MAX = 20_000;

/** The largest form without an image, its fields, and the characters that a refused form gets back. */
export const FORM_MAX_BYTES = 64 * 1024;
export const FORM_FIELDS_MAX = 64;
export const FORM_KEPT_MAX = 10_000;

/** The longest URL of a request, with its query. Cloudflare's own limit is the same. */
export const URL_MAX = 16 * 1024;

/** A longer text is no field of the product, so it is refused without being cleaned (app/contract/visible-text.ts). */
export const CLEANED_TEXT_MAX = 50_000;

/** Broken rules that the reply to a call names. */
export const ISSUES_SHOWN = 20;

export const PAGE_LIMIT_DEFAULT = 20;
export const PAGE_LIMIT_MAX = 50;
/** Posts in the feed's document: they fill the first view of a screen 2,560 px high. */
export const FEED_DOCUMENT_POSTS = 4;
/** Posts of the page behind a document's: the rest of the first page, which the member's hub may hold. */
export const FEED_REST = PAGE_LIMIT_DEFAULT - FEED_DOCUMENT_POSTS;
/** Bits of 64 in which the perceptual hashes of two photos may differ if they look alike. The trigger `media_not_like_removed` has it too. */
export const LOOK_DISTANCE_MAX = 8;
/** Members whom a page of a searched list of connections compares with the query. */
export const LIST_SEARCH_PAGE = 200;
/** Connections of the viewer or the member, of the one who has fewer, that a profile compares with the other's. */
export const MUTUAL_CONNECTIONS_READ = 200;
/** Connections in common that a profile names. */
export const MUTUAL_CONNECTIONS_NAMED = 2;
/** The hashtags of the week: their number, the posts that are counted, the newest, and the members that each needs. */
export const TRENDING_TAGS = 10;
export const TRENDING_POSTS_READ = 20_000;
export const TRENDING_AUTHORS_MIN = 3;
/** Hashtags that a member can follow. */
export const FOLLOWED_TAGS_MAX = 50;
/** Tiles on a page of Explore and of a hashtag. */
export const GRID_PAGE = 30;
export const CARD_COMMENTS = 2;
export const FEED_PLACEHOLDERS = 2;

export const TOOLTIP_DELAY_MS = 700;
export const TOAST_DURATION_MS = 5000;

/** Lifetime of a session. Its cookie lasts as long with "Remember me", else until the browser closes. */
export const SESSION_DAYS = 30;

/** The window of the rate limits in wrangler.toml, and the default of `Retry-After`. */
export const RATE_LIMIT_PERIOD_SECONDS = 60;

/** A report of a browser about the content security policy, and the violations of one report that are logged. */
export const CSP_REPORT_MAX_BYTES = 16 * 1024;
export const CSP_REPORTS_LOGGED = 10;

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
/** A socket without a frame or ping for this long is sent a `ping` frame, which a tab answers even while its timers are throttled. */
export const SOCKET_PROBE_MS = 45_000;
/** A socket without a frame or ping for this long is closed. With the grace, a half-open peer is offline within 60 s. */
export const SOCKET_IDLE_MS = 54_000;

/**
 * The cookie with which a page asks for reads at the primary database, and its lifetime: after a frame, a page fetches what
 * the frame is about, and a replica may lag behind it (docs/product.md#channel).
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
export const MESSAGE_TOO_LONG = `A message must not be longer than ${MESSAGE_MAX} characters.`;
export const CLIENT_ID_MAX = 64;
export const ATTACHMENT_MAX_BYTES = 5 * MB - 1;
export const ATTACHMENT_NAME_MAX = 255;
/** Pictures that are sent to a conversation at once. */
export const PICTURES_MAX = 10;
/** Time in which a sender may change the text of a message, in minutes. */
export const MESSAGE_EDIT_MINUTES = 15;
export const MESSAGE_EDIT_OVER = `Messages can be edited for ${MESSAGE_EDIT_MINUTES} minutes.`;
/** Characters of the message that a reply quotes. */
export const QUOTE_MAX = 200;
/** The text of a message that has only an attachment. */
export const ATTACHMENT_ONLY_TEXT = "Sent an attachment";
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
export const SYNC_HELD_MAX = 200;

/**
 * Mails of each kind that an account and an address get in an hour and in 24 hours (docs/product.md#mails). All kinds together get 10 and 30. A
 * kind has its own share, so that nobody can keep a reset link or an alert from a member with mails of another kind.
 */
export const MAIL_LIMITS = {
  reset: { hour: 2, day: 4 },
  /** Reset links that are requested with a browser in which the account has logged in: strangers cannot use this share up. */
  ownReset: { hour: 1, day: 2 },
  confirmation: { hour: 3, day: 6 },
  /** Security alerts, and mails with a list of them. */
  alert: { hour: 2, day: 8 },
  /** A link that undoes a change of the address. */
  change: { hour: 1, day: 4 },
  /** Digests, decisions of moderators and the notice of a restored address. */
  news: { hour: 1, day: 6 },
} as const;
/** Alerts that an address gets in 24 hours until it is confirmed. */
export const UNCONFIRMED_ALERTS_PER_DAY = 1;
/** Events of one kind that wait for a mail with their list, of each account; later ones are not listed. */
export const HELD_MAILS_MAX = 50;
/** Time for which an event waits for that mail. */
export const HELD_MAIL_DAYS = 7;
/** Length of a name that a mail quotes. */
export const QUOTED_NAME_MAX = 50;

/** Mails that come back, after which an address gets no more digests until it is confirmed again. */
export const MAIL_BOUNCES_MAX = 3;
/** Groups of notifications that a digest lists; it gives the number of the other notifications, counted up to `DIGEST_NEWS_MAX`. */
export const DIGEST_LISTED_MAX = 10;
export const DIGEST_NEWS_MAX = 100;
/** Time for which reports of mails that came back are recognised when they repeat. */
export const MAIL_REPORT_DAYS = 30;

/** Devices of one member with push notifications; a new one takes the place of the oldest. */
export const PUSH_DEVICES_MAX = 20;
/** Length of the address of a device at its push service. */
export const PUSH_ENDPOINT_MAX = 1024;
