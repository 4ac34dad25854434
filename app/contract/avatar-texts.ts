import { msg } from "@lingui/core/runtime-macro";
/** Messages of the rules of a profile picture, which not every page loads. */

export const AVATAR_MISSING = msg`Please choose an image file`;
export const AVATAR_TOO_LARGE = msg`Please select an image smaller than 2MB`;
