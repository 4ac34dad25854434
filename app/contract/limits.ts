/** The product's constants: spec point 9 and contract.md. Lengths are UTF-16 code units, sizes are bytes, times are milliseconds unless named otherwise. */

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
/** How long a username that was given up leads to its member, and is nobody else's. The triggers in migrations/0004_accounts.sql say the same. */
export const FORMER_USERNAME_DAYS = 30;

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
export const CARD_COMMENTS = 2;
export const FEED_PLACEHOLDERS = 2;

export const TOOLTIP_DELAY_MS = 700;
export const TOAST_DURATION_MS = 5000;

/** Every session's row lasts this long; the cookie does too when "Remember me" is checked, else it ends with the browser. */
export const SESSION_DAYS = 30;

/** Seconds of the rate-limit window in wrangler.toml; the value of Retry-After. */
export const RATE_LIMIT_PERIOD_SECONDS = 60;

/** Frames of the channel (contract.md "The channel"). */
export const FRAME_MAX_BYTES = 8 * MB;
