import type { FindingReason } from "~/contract/explore";

/** Returns "Connected with amara and 2 others you know", or the hashtag. */
export function reasonText({ type, name, others }: FindingReason): string {
  if (type === "tag") return `#${name}`;
  if (others === 0) return `Connected with ${name}`;
  return `Connected with ${name} and ${others} ${others === 1 ? "other" : "others"} you know`;
}
