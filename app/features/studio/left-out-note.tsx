import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { LeftOut } from "~/contract/ai";
import { formatTag } from "~/contract/languages";

/** More words than these are counted. */
const WORDS_SHOWN = 8;

/** Returns the sentences about the words of a prompt that the embedded engine left out; none when it used all. */
export function leftOutTexts(i18n: I18n, { words, isAll }: LeftOut): string[] {
  if (words.length === 0) return [];
  const list = new Intl.ListFormat(formatTag(i18n.locale), { type: "unit" });
  const shown = list.format(words.slice(0, WORDS_SHOWN));
  const more = words.length - WORDS_SHOWN;
  return [
    ...(isAll ? [i18n._(msg`This demo engine could not draw these words; it painted their mood.`)] : []),
    i18n._(
      more > 0
        ? msg({ message: plural(more, { other: `Left out: ${shown} and # more` }), comment: "Words" })
        : msg`Left out: ${shown}`,
    ),
  ];
}

/** Names the words of the prompt that the image leaves out, above the image. */
export function LeftOutNote({ leftOut }: { leftOut: LeftOut }) {
  const { i18n } = useLingui();
  const texts = leftOutTexts(i18n, leftOut);
  if (texts.length === 0) return null;
  return (
    <div className="wrap-anywhere rounded-card bg-wash px-4 py-3 text-sm forced-colors:border">
      {texts.map((text, index) => (
        <p
          key={text}
          dir="auto"
          className={index === texts.length - 1 ? "line-clamp-3 font-medium" : undefined}
        >
          {text}
        </p>
      ))}
    </div>
  );
}
