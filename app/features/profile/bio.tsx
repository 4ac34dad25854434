import { textLink } from "~/ui/text-link";

const ADDRESS = /\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/g;

type Part = { text: string; isLink: boolean; at: number };

/** A bio cut at the web addresses in it; only http and https are links. */
export function bioParts(bio: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const match of bio.matchAll(ADDRESS)) {
    if (match.index > at) parts.push({ text: bio.slice(at, match.index), isLink: false, at });
    parts.push({ text: match[0], isLink: URL.canParse(match[0]), at: match.index });
    at = match.index + match[0].length;
  }
  if (at < bio.length) parts.push({ text: bio.slice(at), isLink: false, at });
  return parts;
}

/** What a member says of themselves, with its line breaks and links. Strangers' links vouch for nothing and learn nothing. */
export function Bio({ bio }: { bio: string }) {
  return (
    <p className="wrap-anywhere whitespace-pre-line">
      {bioParts(bio).map(({ text, isLink, at }) =>
        isLink ? (
          <a key={at} href={text} target="_blank" rel="noopener noreferrer nofollow ugc" className={textLink}>
            {text.replace(/^https?:\/\//, "")}
          </a>
        ) : (
          text
        ),
      )}
    </p>
  );
}
