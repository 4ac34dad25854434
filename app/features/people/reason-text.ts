import { counted } from "~/contract/counted";
import type { FindingReason } from "~/contract/explore";

/** Returns the reason of a post: "Connected with amara and 2 others you know", or the hashtag. */
export function reasonText({ type, name, others }: FindingReason): string {
  if (type === "tag") return `#${name}`;
  if (others === 0) return `Connected with ${name}`;
  return `Connected with ${name} and ${counted(others, "other")} you know`;
}

/** Returns the reason of a suggested member: the same, or "Posts about #dusk". */
export function suggestionText(reason: FindingReason): string {
  return reason.type === "tag" ? `Posts about ${reasonText(reason)}` : reasonText(reason);
}
