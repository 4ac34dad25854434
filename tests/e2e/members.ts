/** `POST` to this path of the test server creates a member and signs the browser in (member-endpoint.ts). */
export const MEMBERS_PATH = "/test/members";

/** `POST` to this path judges the photo of a post (judge-endpoint.ts). */
export const JUDGE_PATH = "/test/judgements";

/** The password of every member that the endpoint creates. */
export const PASSWORD = "golden hour";
