import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import type { Visibility } from "./visibility";

/** Texts that more than one place shows (docs/product.md#errors, docs/product.md#validation). */

export const IMAGE_MISSING = "Please upload an image for your post";
export const PHOTOS_TOO_MANY = "A post can have up to 10 photos.";
export const IMAGE_TOO_LARGE = "Please upload an image smaller than 10MB";
export const IMAGE_UNREADABLE = "This image could not be read. Please try another one.";
export const IMAGE_UNAVAILABLE = "This image is not available. Please upload it again.";

export const BODY_TOO_LARGE = "This request is too large.";
export const NOT_A_FORM = "The request body is not a form.";
export const LOG_IN_FIRST = "Please log in to continue.";
export const COOKIES_NEEDED =
  "Afterglow needs cookies to keep you logged in. Please allow them for this site and load this page again.";
export const CONFIRM_FIRST = "Please confirm that it is you.";
export const CODE_NEEDED = "Please enter the code from your authenticator app.";
export const CURRENT_PASSWORD_MISSING = "Please enter your current password";
export const WRONG_CODE = "This code is not right";
export const PASSKEY_REFUSED = "This passkey could not be used. Please try again.";
export const TOO_MANY_ATTEMPTS = "Too many attempts. Please wait a minute and try again.";
export const TOO_FAST = "You are going a little fast. Please wait a minute and try again.";
export const INTERNAL_ERROR = "Something went wrong on our side. Please try again.";

/** The message for a file that moderators have removed before. */
export const FILE_REMOVED =
  "This photo was removed, or is held for a moderator. It cannot be uploaded again.";

/** The texts for members who may not comment on a post, in place of the comment box and as the error of the call. */
export const closedComments = {
  connections: "Only connections of this member can comment.",
  nobody: "This member has turned off comments.",
};

/** The choices of who may see a post, in the composer and in "Edit post". */
export const visibilityTexts: Record<Visibility, { label: MessageDescriptor; hint: MessageDescriptor }> = {
  everyone: {
    label: msg`Everyone on Afterglow`,
    hint: msg`Any member can open it. It can show up in Explore and under its hashtags.`,
  },
  connections: {
    label: msg`Connections only`,
    hint: msg`Only you and your connections, including people you connect with later. It stays out of Explore and hashtags.`,
  },
};

/** The text of a list that waits for the member after pages without anything new. */
export const NOTHING_NEW = msg`Nothing more here so far.`;
