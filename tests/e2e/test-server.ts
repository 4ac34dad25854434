/** `POST` to this path of the test server creates a member and signs the browser in (member-endpoint.ts). */
export const MEMBERS_PATH = "/test/members";

/** `POST` to this path judges the photo of a post (judge-endpoint.ts). */
export const JUDGE_PATH = "/test/judgements";

/** The password of every member that the endpoint creates. */
export const PASSWORD = "golden hour";

/**
 * A binding that fails for the requests of one browser, whose cookie names it. Without the database, hubs answer no
 * reads. With `humans` the site checks that a person signs up, which no token passes.
 */
export type Fault = "database" | "storage" | "engine" | "humans";
export const FAULTS_COOKIE = "faults";

/** A fault of one member's hub, which `PUT` to this path sets (fault-injection.ts). */
export type HubFault = "unreachable";
export const HUB_FAULTS_PATH = "/hub-faults/";
