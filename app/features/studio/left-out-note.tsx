import type { LeftOut } from "~/contract/ai";

/** More words than these are counted. */
const WORDS_SHOWN = 8;

/** Returns the sentences about the words of a prompt that the embedded engine left out; none when it used all. */
export function leftOutTexts({ words, isAll }: LeftOut): string[] {
  if (words.length === 0) return [];
  const shown = words.slice(0, WORDS_SHOWN).join(", ");
  const more = words.length - WORDS_SHOWN;
  return [
    ...(isAll ? ["This demo engine could not draw these words; it painted their mood."] : []),
    more > 0 ? `Left out: ${shown} and ${more} more` : `Left out: ${shown}`,
  ];
}

/** Names the words of the prompt that the image leaves out, above the image. */
export function LeftOutNote({ leftOut }: { leftOut: LeftOut }) {
  const texts = leftOutTexts(leftOut);
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
