import { expect, test } from "vitest";
import * as accountLimits from "~/contract/account-limits";
import * as limits from "~/contract/limits";

test("the constants have the values of the product (docs/product.md#limits)", () => {
  expect({ ...accountLimits, ...limits }).toMatchObject({
    USERNAME_MIN: 3,
    USERNAME_MAX: 30,
    BIO_MAX: 150,
    PASSWORD_MIN: 6,
    FULL_NAME_MIN: 2,
    USERNAME_SUFFIX_MAX: 999,
    SEARCH_MIN: 2,
    MENTIONS_SHOWN: 8,
    CAPTION_MAX: 2200,
    LOCATION_MAX: 100,
    ALT_TEXT_MAX: 500,
    AI_PROMPT_MIN: 3,
    AI_PROMPT_MAX: 1000,
    // "Smaller than 10MB": exactly 10 MB is too large.
    POST_IMAGE_MAX_BYTES: 10 * 1024 * 1024 - 1,
    ATTACHMENT_MAX_BYTES: 5 * 1024 * 1024 - 1,
    AVATAR_MAX_BYTES: 2 * 1024 * 1024 - 1,
    IMAGE_LOAD_TIMEOUT_MS: 5000,
    BROKEN_IMAGE_RETRY_MS: 2000,
    UNREAD_POLL_MS: 10_000,
    RECENT_NOTIFICATIONS: 10,
    CACHE_MS: 5 * 60_000,
    PREVIEW_MAX: 30,
    MUTED_WORDS_MAX: 50,
    MUTED_WORD_MAX: 50,
    MUTED_MEMBERS_MAX: 500,
    NOTIFICATION_EXCEPTIONS_MAX: 100,
    FEED_PLACEHOLDERS: 2,
    CHAT_PLACEHOLDERS: 5,
    CARD_COMMENTS: 2,
    ART_STYLES_SHOWN: 4,
    STORIES_SCROLL_PX: 200,
    TOOLTIP_DELAY_MS: 700,
    TOAST_DURATION_MS: 5000,
    STEP_UP_MINUTES: 10,
    CODE_ATTEMPTS_PER_HOUR: 10,
    LOGIN_CODE_MINUTES: 10,
    WRONG_PASSWORDS_PER_DAY: 100,
    RECOVERY_CODES: 10,
    RECOVERY_CODE_LENGTH: 24,
  });
});
