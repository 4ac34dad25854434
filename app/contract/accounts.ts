import { msg } from "@lingui/core/runtime-macro";
import { EMAIL_CODE_DIGITS, EMAIL_MAX, JOIN_REASON_MAX, PASSWORD_MAX, PASSWORD_MIN } from "./account-limits";
import { messageCode } from "./errors";
import { BIO_MAX, FULL_NAME_MAX, FULL_NAME_MIN, USERNAME_MAX, USERNAME_MIN } from "./limits";
import { ruleText } from "./messages";
import { photoCover } from "./sensitive";
import { cleanLine, cleanText, visibleLength } from "./visible-text";
import { z } from "./zod";

/** The token of that check; ignored unless the operator has set it up (docs/deploy.md#first-deployment). */
const turnstile = z.string().max(2048).optional();

/** The code of an invitation, where sign-ups need one. The sign-up refuses a wrong one, so it has no rule here. */
const invitation = z.string().max(200).optional();

/** The answer to "Why would you like to join?", where a moderator approves sign-ups. The sign-up checks for it. */
const reason = z
  .string()
  .overwrite(cleanText)
  .trim()
  .max(JOIN_REASON_MAX, {
    error: ruleText(msg`The text must not be longer than ${{ max: JOIN_REASON_MAX }} characters.`),
  })
  .optional();

const EMAIL = ruleText(msg`Please enter a valid email`);

/**
 * A missing field gets the message of an empty one (docs/product.md#validation). The length is checked first: the
 * pattern throws a RangeError for an address of some megabytes.
 */
export const email = z
  .string({ error: EMAIL })
  .max(EMAIL_MAX, { error: EMAIL, abort: true })
  .check(z.email({ error: EMAIL }));

const password = z
  .string({ error: ruleText(msg`Password must be at least 6 characters`) })
  .min(PASSWORD_MIN, { error: ruleText(msg`Password must be at least 6 characters`) })
  .max(PASSWORD_MAX, {
    error: ruleText(msg`Password must not be longer than ${{ max: PASSWORD_MAX }} characters`),
  });

export const username = z
  .string({ error: ruleText(msg`Username must be at least 3 characters.`) })
  .min(USERNAME_MIN, { error: ruleText(msg`Username must be at least 3 characters.`) })
  .max(USERNAME_MAX, { error: ruleText(msg`Username must not be longer than 30 characters.`) })
  .regex(/^[A-Za-z0-9_.]*$/, {
    error: ruleText(msg`Username can only contain letters, numbers, underscores, and dots.`),
  });

const bio = z
  .string()
  .overwrite(cleanText)
  .max(BIO_MAX, { error: ruleText(msg`Bio must not be longer than 150 characters.`) });

export const loginInput = z.object({
  email,
  password,
  rememberMe: z.boolean().default(false),
});
export type LoginInput = z.infer<typeof loginInput>;

const fullName = z
  .string({ error: ruleText(msg`Full name must be at least 2 characters`) })
  .overwrite(cleanLine)
  .trim()
  .min(FULL_NAME_MIN, { error: ruleText(msg`Full name must be at least 2 characters`), abort: true })
  .refine((name) => visibleLength(name) >= FULL_NAME_MIN, {
    error: ruleText(msg`Full name must be at least 2 characters`),
  })
  .max(FULL_NAME_MAX, {
    error: ruleText(msg`Full name must not be longer than ${{ max: FULL_NAME_MAX }} characters`),
  });

const TERMS = ruleText(msg`You must agree to the terms and conditions`);
const terms = z.boolean({ error: TERMS }).refine((agreed) => agreed, { error: TERMS });

export const signupInput = z.object({
  fullName,
  email,
  password,
  /** Used when it is valid and free, otherwise ignored (docs/product.md#accounts), so it has no rule here. */
  username: z.string().max(200).optional(),
  terms: terms.optional(),
  invitation,
  reason,
  turnstile,
});
export type SignupInput = z.infer<typeof signupInput>;

/** The form of the page, where the terms must be accepted; the call does not have that field. */
export const signupForm = z.object({ fullName, email, password, terms, invitation, reason, turnstile });

/** Profile setup and profile edit. A missing field is not changed; `profileImage: null` removes the photo. */
export const profileSetupInput = z.object({
  fullName: fullName.optional(),
  username: username.optional(),
  bio: bio.nullish(),
  /** A data URL, or the URL of the member's own media. */
  profileImage: z.string().nullish(),
});
export type ProfileSetupInput = z.infer<typeof profileSetupInput>;

export const profileSetupForm = z.object({
  username,
  bio: bio.optional(),
  profileImage: z.string().optional(),
});

/** The form that edits a profile. The setup does not ask for the full name again. */
export const profileForm = profileSetupForm.extend({ fullName });

/** The member of a session, for that member. */
export const sessionUser = z.object({
  id: z.string(),
  email: z.string(),
  fullName: z.string(),
  username: z.string(),
  bio: z.string(),
  profileImage: z.string().nullable(),
});
export type SessionUser = z.infer<typeof sessionUser>;

export const userSummary = z.object({
  id: z.string(),
  username: z.string(),
  fullName: z.string(),
  profileImage: z.string().nullable(),
});
export type UserSummary = z.infer<typeof userSummary>;

export const profilePost = z.object({
  id: z.string(),
  mediaUrl: z.string(),
  altText: z.string(),
  cover: photoCover,
  photoCount: z.int(),
  likeCount: z.int(),
  commentCount: z.int(),
});
export type ProfilePost = z.infer<typeof profilePost>;

export const profileView = userSummary.extend({
  bio: z.string(),
  postCount: z.int(),
  followerCount: z.int(),
  followingCount: z.int(),
  /** The connections that the viewer and the member have in common, and the usernames of the first ones. */
  mutualConnections: z.object({ count: z.int(), usernames: z.array(z.string()) }),
  /** Whether the viewer has muted the member. */
  isMuted: z.boolean(),
  highlights: z.array(z.object({ imageUrl: z.string(), title: z.string() })),
  posts: z.array(profilePost),
});
export type ProfileView = z.infer<typeof profileView>;

export const usernameCheck = z.object({
  available: z.boolean(),
  /** The text for the form: the broken rule, or whether the username is available. */
  message: z.string(),
  ...messageCode.shape,
});
export type UsernameCheck = z.infer<typeof usernameCheck>;

const WRONG_PASSWORD = ruleText(msg`Your current password is not right`);

/** Missing for an account without a password, which needs a recent proof of identity (docs/product.md#step-up). */
const ownPassword = z.string().max(PASSWORD_MAX, { error: WRONG_PASSWORD }).default("");

export const passwordChange = z.object({ currentPassword: ownPassword, newPassword: password });
export type PasswordChange = z.infer<typeof passwordChange>;

export const emailChange = z.object({ email, currentPassword: ownPassword });
export type EmailChange = z.infer<typeof emailChange>;

/** The address that the member logs in with, whether it is confirmed, and the unconfirmed new one. */
export const emailView = z.object({
  email: z.string(),
  isConfirmed: z.boolean(),
  /** Whether mails to the address come back, so that it gets no digests until it is confirmed again. */
  isBouncing: z.boolean(),
  pendingEmail: z.string().nullable(),
});
export type EmailView = z.infer<typeof emailView>;

/** `confirmation` is the member's username, typed by the member. */
export const accountDeletion = z.object({
  confirmation: z
    .string({ error: ruleText(msg`Please type your username`) })
    .max(100, { error: ruleText(msg`Please type your username`) }),
  currentPassword: ownPassword,
});
export type AccountDeletion = z.infer<typeof accountDeletion>;

export const resetRequest = z.object({ email });
export type ResetRequest = z.infer<typeof resetRequest>;

const CODE = ruleText(msg`Please enter the ${{ max: EMAIL_CODE_DIGITS }} digits of the code`);

/** The code of the mail that confirms an address. Spaces between the digits are ignored. */
export const emailCode = z.object({
  code: z
    .string({ error: CODE })
    .max(50, { error: CODE })
    .overwrite((code) => code.replace(/\s/g, ""))
    .regex(new RegExp(`^\\d{${EMAIL_CODE_DIGITS}}$`), { error: CODE }),
});
export type EmailCode = z.infer<typeof emailCode>;

/** The token of a link in a mail. */
export const linkToken = z.object({ token: z.string().max(200) });
export type LinkToken = z.infer<typeof linkToken>;

export const passwordReset = linkToken.extend({ password });
export type PasswordReset = z.infer<typeof passwordReset>;

/** A session, for its member. The id is not the token and gives no access. */
export const sessionView = z.object({
  id: z.string(),
  userAgent: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  isCurrent: z.boolean(),
});
export type SessionView = z.infer<typeof sessionView>;
