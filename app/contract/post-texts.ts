import { msg } from "@lingui/core/runtime-macro";
/** Messages of the rules of a post: browsers load them with these (app/contract/posts.ts), not with every page. */

export const CAMERA_INVALID = msg`The camera data could not be read.`;
export const FRAME_UNKNOWN = msg`Please choose a frame of the list.`;
export const PHOTO_REPEATED = msg`A photo can be in a post once.`;
export const DATE_MALFORMED = msg`Please send a date in ISO 8601 and UTC.`;
export const DATE_TOO_EARLY = msg`A post must not be dated before 2004.`;
export const DATE_IN_FUTURE = msg`A post must not be dated in the future.`;
export const PHOTO_OR_PHOTOS = msg`Please send either mediaUrl and altText, or photos.`;
