/** Prefix of the `localStorage` keys that belong to a member; device settings such as the theme have other names. */
export const MEMBER_KEYS = "afterglow_";

/** Prefix of all drafts. They stay when a session expires, and are deleted on log-out. */
export const DRAFT_KEYS = `${MEMBER_KEYS}draft_`;

/** Prefix of post drafts, followed by the member's id. */
export const POST_DRAFT_KEYS = `${DRAFT_KEYS}post_`;

/** Prefix of the audience of a member's last post, followed by the member's id. */
export const AUDIENCE_KEYS = `${MEMBER_KEYS}audience_`;
