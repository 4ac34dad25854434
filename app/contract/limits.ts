/** The product's constants: spec point 9 and contract.md. Lengths are characters as Unicode counts them (code points), sizes are bytes, times are milliseconds unless named otherwise. */

/** The length of a text as the schemas count it; a string's own `length` counts most emoji twice. */
export const lengthOf = (text: string): number => [...text].length;

/** As much of a text's beginning as a limit allows, in whole characters. */
export const firstOf = (text: string, max: number): string => [...text].slice(0, max).join("");

export const PRODUCT_NAME = "Afterglow";

export const USERNAME_MIN = 3;
export const USERNAME_MAX = 30;
export const BIO_MAX = 150;
export const PASSWORD_MIN = 6;
/** scrypt hashes any length; the cap keeps a megabyte of "password" out of the hash. */
export const PASSWORD_MAX = 1024;
export const FULL_NAME_MIN = 2;
export const FULL_NAME_MAX = 100;
export const EMAIL_MAX = 254;
export const USERNAME_SUFFIX_MAX = 999;

/** Shorter queries are not sent, and answer nothing. */
export const SEARCH_MIN = 2;
export const SEARCH_RESULTS_MAX = 20;
/** How long typing rests before a search is sent. */
export const SEARCH_DEBOUNCE_MS = 200;

/** A link to set a new password works once, for an hour. */
export const RESET_LINK_MINUTES = 60;

export const REPORT_DETAILS_MAX = 500;

export const CAPTION_MAX = 2200;
export const LOCATION_MAX = 100;
export const ALT_TEXT_MAX = 500;
export const COMMENT_MAX = 2200;

export const AI_PROMPT_MIN = 3;
export const AI_PROMPT_MAX = 1000;
/** What a call says whose engine failed, whichever tool it is (contract.md "AI"); the page has words for each. */
export const AI_FAILED = "Failed to generate the image. Please try again.";
export const ART_STYLES_SHOWN = 4;
/** What one member may ask of the AI engine: in any minute, and in any 24 hours. */
export const AI_USES_PER_MINUTE = 10;
export const AI_USES_PER_DAY = 100;
/** An AI image that is not saved is kept this long. */
export const AI_UNSAVED_HOURS = 24;

/** A stored file that nothing shows yet is kept this long: longer than anybody writes at a caption. */
export const UNUSED_MEDIA_HOURS = 24;

const MB = 1024 * 1024;
export const POST_IMAGE_MAX_BYTES = 10 * MB;
export const AVATAR_MAX_BYTES = 2 * MB;
/** 40 megapixels: beyond every phone's default, far below a decompression bomb. */
export const IMAGE_MAX_PIXELS = 40_000_000;
export const IMAGE_LOAD_TIMEOUT_MS = 5000;
export const BROKEN_IMAGE_RETRY_MS = 2000;

/** A data URL spends four characters on three bytes; the rest is room for the other fields. */
export const JSON_BODY_MAX_BYTES = Math.ceil((POST_IMAGE_MAX_BYTES * 4) / 3) + 64 * 1024;

export const PAGE_LIMIT_DEFAULT = 20;
export const PAGE_LIMIT_MAX = 50;
/** Tiles on a page of a hashtag. */
export const TAG_PAGE = 30;
export const CARD_COMMENTS = 2;
export const FEED_PLACEHOLDERS = 2;

export const TOOLTIP_DELAY_MS = 700;
export const TOAST_DURATION_MS = 5000;

/** Every session's row lasts this long; the cookie does too when "Remember me" is checked, else it ends with the browser. */
export const SESSION_DAYS = 30;

/** Seconds of the rate-limit window in wrangler.toml; the value of Retry-After. */
export const RATE_LIMIT_PERIOD_SECONDS = 60;

/** Frames of the channel (contract.md "The channel"): their size, how many a minute in the long run, and how many at once. */
export const FRAME_MAX_BYTES = 8 * MB;
export const FRAMES_PER_MINUTE = 120;
export const FRAMES_AT_ONCE = 400;

/** Open tabs of one member; more than anybody has, less than would hurt. */
export const SOCKETS_MAX = 64;

/** A reload or a short loss of the network does not take a member offline. */
export const OFFLINE_GRACE_MS = 5000;
/** Interval of the browser's pings; browsers throttle timers of a hidden tab to one a minute. */
export const PING_MS = 25_000;
/** A socket without a frame or ping for this long is closed. With the grace, a half-open peer is offline within 75 s. */
export const SOCKET_IDLE_MS = 66_000;
/** Interval at which a hub checks its sockets, so that a crash is noticed within a minute. */
export const SOCKET_CHECK_MS = 55_000;

/** Changes of one count within this time are coalesced into one frame. */
export const COUNT_THROTTLE_MS = 1000;

/** How long a connection may be lost before the page says so. */
export const LOST_AFTER_MS = 3000;
export const RECENT_NOTIFICATIONS = 10;
export const STORIES_SCROLL_PX = 200;

/** Codes a socket is closed with (RFC 6455 7.4.2: 4000 to 4999 are ours). */
export const CLOSED_SESSION_ENDED = 4401;
export const CLOSED_IDLE = 4408;

/** A message's text. The spec names no limit; this is a long letter, and a row that D1 reads at once. */
export const MESSAGE_MAX = 5000;
export const MESSAGE_TOO_LONG = `A message must not be longer than ${MESSAGE_MAX} characters.`;
export const CLIENT_ID_MAX = 64;
export const ATTACHMENT_MAX_BYTES = 5 * MB;
export const ATTACHMENT_NAME_MAX = 255;
/** What a message with a file and no words says (spec point 5). */
export const ATTACHMENT_ONLY_TEXT = "Sent an attachment";
/** The list of chats before it is there (spec point 9). */
export const CHAT_PLACEHOLDERS = 5;
/** Unread messages and notifications are counted up to this number, so that the statement reads no more rows. */
export const UNREAD_COUNT_MAX = 100;
export const UNREAD_POLL_MS = 10_000;
/** Of a new message, or a comment, that a toast or a notification shows (spec point 9). */
export const PREVIEW_MAX = 30;
/** What one `sync` answers at most; who missed more asks again. */
export const SYNC_MAX = 1000;
