import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import type { FindingReason } from "~/contract/explore";

/**
 * Returns the reason of a post: "Connected with amara and 2 others you know", or the hashtag.
 * @param i18n texts of the reader's language
 */
export function reasonText(i18n: I18n, { type, name, others }: FindingReason): string {
  if (type === "tag") return `#${name}`;
  const username = name;
  if (others === 0) return i18n._(msg`Connected with ${username}`);
  return i18n._(
    msg({
      message: plural(others, {
        one: `Connected with ${username} and # other you know`,
        other: `Connected with ${username} and # others you know`,
      }),
    }),
  );
}

/** Returns the reason of a suggested member: the same, or "Posts about #dusk". */
export function suggestionText(i18n: I18n, reason: FindingReason): string {
  const text = reasonText(i18n, reason);
  return reason.type === "tag" ? i18n._(msg`Posts about ${{ hashtag: text }}`) : text;
}
