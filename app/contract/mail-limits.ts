/** The limits of mails, digests and push notifications (docs/product.md#mails). */

/**
 * Mails of each kind that an account and an address get in an hour and in 24 hours (docs/product.md#mails). All kinds
 * together get 10 and 30. Each kind has its own share, so that nobody can use up a member's reset links or alerts with
 * mails of another kind.
 */
export const MAIL_LIMITS = {
  reset: { hour: 2, day: 4 },
  /** Reset links requested in a browser in which the account has logged in: strangers cannot use up this share. */
  ownReset: { hour: 1, day: 2 },
  confirmation: { hour: 3, day: 6 },
  /** Security alerts, and mails with a list of them. */
  alert: { hour: 2, day: 8 },
  /** A link that undoes a change of the address. */
  change: { hour: 1, day: 4 },
  /** Digests, decisions of moderators and the email about a restored address. */
  news: { hour: 1, day: 6 },
} as const;
/** Test mails of all admins in an hour. */
export const TEST_MAILS_PER_HOUR = 3;
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
/** Groups of notifications that a digest lists; it counts the other notifications, up to `DIGEST_NEWS_MAX`. */
export const DIGEST_LISTED_MAX = 10;
export const DIGEST_NEWS_MAX = 100;
/** Time for which reports of mails that came back are recognised when they repeat. */
export const MAIL_REPORT_DAYS = 30;

/** Devices of one member with push notifications; a new one takes the place of the oldest. */
export const PUSH_DEVICES_MAX = 20;
/** Length of the address of a device at its push service. */
export const PUSH_ENDPOINT_MAX = 1024;
