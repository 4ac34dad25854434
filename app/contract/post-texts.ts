/** Messages of the rules of a post: browsers load them with these (app/contract/posts.ts), not with every page. */

export const CAMERA_INVALID = "The camera data could not be read.";
export const ALT_TEXT_TOO_LONG = "Alt text must not be longer than 500 characters.";
export const FRAME_UNKNOWN = "Please choose a frame of the list.";
export const PHOTO_REPEATED = "A photo can be in a post once.";
export const DATE_MALFORMED = "Please send a date in ISO 8601 and UTC.";
export const DATE_TOO_EARLY = "A post must not be dated before 2004.";
export const DATE_IN_FUTURE = "A post must not be dated in the future.";
export const PHOTO_OR_PHOTOS = "Please send either mediaUrl and altText, or photos.";
