import type { ServerFrame } from "~/contract/channel";
import { FRESH_COOKIE, FRESH_SECONDS } from "~/contract/limits";

/** Frames after which nothing is fetched. */
const SELF_CONTAINED: ReadonlySet<ServerFrame["type"]> = new Set([
  "error",
  "ping",
  "online",
  "offline",
  "typing",
  "read",
  "like_update",
  "comment_update",
]);

let askedAt = Number.NEGATIVE_INFINITY;

/** Requests fresh reads for the fetches that this frame causes at once. */
export function askForFreshReads({ type }: ServerFrame): void {
  if (!SELF_CONTAINED.has(type)) requestFreshReads();
}

/**
 * Makes the reads of the next seconds start at the primary, so that a fetch caused by a frame returns no older state. A
 * fetch that waits, for example until the page is visible, calls it again.
 */
export function requestFreshReads(): void {
  const age = Date.now() - askedAt;
  const isRecent = age >= 0 && age < (FRESH_SECONDS * 1000) / 2;
  if (isRecent || typeof document === "undefined") return;
  askedAt = Date.now();
  // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API.
  document.cookie = `${FRESH_COOKIE}=1; Max-Age=${FRESH_SECONDS}; Path=/; SameSite=Lax`;
}
