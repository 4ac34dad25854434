/** The limits of log-in, passwords, codes, links and sessions (docs/product.md#limits). */

export const PASSWORD_MIN = 6;
/** Keeps huge inputs out of scrypt, which would hash any length. */
export const PASSWORD_MAX = 1024;
export const EMAIL_MAX = 254;
/** Delay of each log-in attempt at an account beyond its ten a minute. */
export const LOGIN_DELAY_MS = 1000;
/**
 * Wrong passwords in 24 hours (NIST SP 800-63B-4, 3.2.2): of an account's log-in in browsers that it does not know,
 * in those that it knows, and of a session.
 */
export const WRONG_PASSWORDS_PER_DAY = 100;

/** Sign-ups of one network in an hour, with those that failed. */
export const SIGN_UPS_PER_HOUR = 20;

/** Characters of the operator's text on the sign-up page. */
export const SIGN_UP_TEXT_MAX = 500;

/** Characters of the reason to join, where a moderator approves sign-ups, and the days that the account waits. */
export const JOIN_REASON_MAX = 500;
export const WAITING_DAYS = 30;

/** The longest life of an invitation link, and the time over which the sign-ups by a member's links are counted. */
export const INVITATION_DAYS = 30;
/** Open links of a member, and the sign-ups that the links of 30 days allow together. Admins have neither limit. */
export const OPEN_INVITATIONS_MAX = 5;
export const INVITED_MAX = 20;
/** Sign-ups by one link, of an admin too. */
export const INVITATION_USES_MAX = 1000;

/** Time in which nobody can sign up with the address of a deleted account. */
export const DELETED_EMAIL_DAYS = 7;

/** Lifetime of a reset link, which works once. */
export const RESET_LINK_MINUTES = 60;

/** Lifetime of the link and the code that confirm an email address. */
export const EMAIL_LINK_HOURS = 24;
export const EMAIL_CODE_DIGITS = 6;
/** Codes that a member can enter in 24 hours: a guess has a chance of one in a hundred thousand a day. */
export const EMAIL_CODES_PER_DAY = 10;

/** Lifetime of a link that undoes a change of the email address. */
export const EMAIL_UNDO_DAYS = 7;

/** Lifetime of the link in a security alert. */
export const ALERT_LINK_DAYS = 7;

/** Age up to which a proof of identity permits a change of credentials, and the export (docs/product.md#step-up). */
export const STEP_UP_MINUTES = 10;
/** Time for which a replaced session token works, for requests in flight (app/domain/accounts/renew-session.ts). */
export const RENEWED_SESSION_SECONDS = 10;

/** Digits of an authenticator app's code. */
export const TOTP_DIGITS = 6;
/** Wrong TOTP codes: of a session or a network in an hour, of a session or all networks in 24 h (second-factor.ts). */
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

/** Lifetime of a session. Its cookie lasts as long with "Remember me", else until the browser closes. */
export const SESSION_DAYS = 30;
