import { shownUrl, type TextPart, textParts } from "~/contract/text-links";
import { PlainLink } from "~/ui/plain-link";
import { textLink } from "~/ui/text-link";

/**
 * A member's text with its URLs, #hashtags and @mentions as links: a caption, comment, bio or message. The element
 * around it has `dir="auto"`. Links have a direction of their own: their signs stay in place in right-to-left text,
 * and they do not decide its direction.
 */
export function LinkedText({ text, linkClass = textLink }: { text: string; linkClass?: string }) {
  return textParts(text).map((part, index) =>
    part.kind === "text" ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order.
      <span key={index}>{part.text}</span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order.
      <PartLink key={index} part={part} className={linkClass} />
    ),
  );
}

function PartLink({ part, className }: { part: Exclude<TextPart, { kind: "text" }>; className: string }) {
  if (part.kind === "url") {
    // `nofollow ugc`: no endorsement for search engines. `noopener noreferrer`: the other site gets no window and no
    // referrer.
    return (
      <a
        href={part.text}
        translate="no"
        dir="ltr"
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className={className}
      >
        {shownUrl(part.text)}
      </a>
    );
  }
  const to = part.kind === "tag" ? `/tag/${encodeURIComponent(part.tag)}` : `/profile/${part.username}`;
  return (
    <PlainLink to={to} dir="auto" translate="no" className={className}>
      {part.text}
    </PlainLink>
  );
}
