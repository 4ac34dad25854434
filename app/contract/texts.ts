import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import { site } from "./site-name";
import type { Visibility } from "./visibility";

/** Texts that more than one place shows (docs/product.md#errors, docs/product.md#validation). */

export const IMAGE_MISSING = msg`Please upload an image for your post`;
export const PHOTOS_TOO_MANY = msg`A post can have up to 10 photos.`;
export const IMAGE_TOO_LARGE = msg`Please upload an image smaller than 10MB`;
export const IMAGE_UNREADABLE = msg`This image could not be read. Please try another one.`;
export const IMAGE_UNAVAILABLE = msg`This image is not available. Please upload it again.`;

export const BODY_TOO_LARGE = msg`This request is too large.`;
export const NOT_A_FORM = msg`The request body is not a form.`;
export const LOG_IN_FIRST = msg`Please log in to continue.`;
export const COOKIES_NEEDED = msg`${{ site }} needs cookies to keep you logged in. Please allow them for this site and load this page again.`;
export const CONFIRM_FIRST = msg`Please confirm that it is you.`;
export const CODE_NEEDED = msg`Please enter the code from your authenticator app.`;
export const CURRENT_PASSWORD_MISSING = msg`Please enter your current password`;
export const WRONG_CODE = msg`This code is not right`;
export const PASSKEY_REFUSED = msg`This passkey could not be used. Please try again.`;
export const TOO_MANY_ATTEMPTS = msg`Too many attempts. Please wait a minute and try again.`;
export const TOO_FAST = msg`You are going a little fast. Please wait a minute and try again.`;
export const READ_ONLY = msg`You can read everything, but nothing can be changed during maintenance. Please try again later.`;
export const INTERNAL_ERROR = msg`Something went wrong on our side. Please try again.`;

/** The message for a file that moderators have removed before. */
export const FILE_REMOVED = msg`This photo was removed, or is held for a moderator. It cannot be uploaded again.`;

/** The texts for members who may not comment on a post, in place of the comment box and as the error of the call. */
export const closedComments = {
  connections: msg`Only connections of this member can comment.`,
  nobody: msg`This member has turned off comments.`,
};

/** The choices of who may see a post, in the composer and in "Edit post". */
export const visibilityTexts: Record<Visibility, { label: MessageDescriptor; hint: MessageDescriptor }> = {
  everyone: {
    label: msg`Everyone on ${{ site }}`,
    hint: msg`Any member can open it. It can show up in Explore and under its hashtags.`,
  },
  connections: {
    label: msg`Connections only`,
    hint: msg`Only you and your connections, including people you connect with later. It stays out of Explore and hashtags.`,
  },
};

/** The text of a list that waits for the member after pages without anything new. */
export const NOTHING_NEW = msg`Nothing more here so far.`;
