import type { ServerFrame } from "~/contract/channel";
import { FRESH_COOKIE, FRESH_SECONDS } from "~/contract/limits";

/** Frames after which nothing is fetched. */
const SELF_CONTAINED: ReadonlySet<ServerFrame["type"]> = new Set([
  "error",
  "ping",
  "online",
  "offline",
  "online-users",
  "typing",
  "read",
  "like_update",
  "comment_update",
]);

let askedAt = Number.NEGATIVE_INFINITY;

/** Asks for reads at the primary for some seconds, so that a fetch caused by this frame returns no older state. */
export function askForFreshReads({ type }: ServerFrame): void {
  const isRecent = Date.now() - askedAt < (FRESH_SECONDS * 1000) / 2;
  if (SELF_CONTAINED.has(type) || isRecent || typeof document === "undefined") return;
  askedAt = Date.now();
  // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API.
  document.cookie = `${FRESH_COOKIE}=1; Max-Age=${FRESH_SECONDS}; Path=/; SameSite=Lax`;
}
