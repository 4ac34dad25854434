import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/runtime-macro";
import { formatTag, SOURCE } from "~/contract/languages";

/**
 * Returns names as text, such as "amara, kenji and 3 others".
 * @param names the first ones
 * @param total the number of all
 */
export function nameList(i18n: I18n, names: readonly string[], total: number): string {
  const count = total - names.length;
  const others = msg({
    message: plural({ count }, { one: "# other", other: "# others" }),
    comment: 'The last part of a list of members, such as "amara, kenji and 3 others".',
  });
  const parts = count > 0 ? [...names, i18n._(others)] : names;
  // The English texts have no comma before "and".
  const tag = i18n.locale === SOURCE ? "en-GB" : formatTag(i18n.locale);
  return new Intl.ListFormat(tag, { type: "conjunction" }).format(parts);
}
