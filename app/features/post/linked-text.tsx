import { Link } from "react-router";
import { textParts } from "~/contract/text-links";
import { textLink } from "~/ui/text-link";

/** A caption or comment with its #hashtags and @mentions as links. Everything else stays the text it is. */
export function LinkedText({ text }: { text: string }) {
  return textParts(text).map((part, place) => {
    if (part.kind === "text") return part.text;
    const to = part.kind === "tag" ? `/tag/${encodeURIComponent(part.tag)}` : `/profile/${part.username}`;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places.
      <Link key={place} to={to} className={textLink}>
        {part.text}
      </Link>
    );
  });
}
