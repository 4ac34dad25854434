/** Messages of the rules of a profile picture, which not every page loads. */

export const AVATAR_MISSING = "Please choose an image file";
export const AVATAR_TOO_LARGE = "Please select an image smaller than 2MB";
