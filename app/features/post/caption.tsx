import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import type { UserSummary } from "~/contract/accounts";
import { LinkedText } from "~/features/text/linked-text";
import { useTranslation } from "~/features/text/use-translation";
import { PlainLink } from "~/ui/plain-link";

/** Lines of a caption that a card shows (docs/product.md#feed). */
const MAX_LINES = 4;
/** Up to this number of characters a caption always fits, also on the narrowest phone. */
const ALWAYS_FITS = 110;
/** Above this number of characters a caption never fits. */
const NEVER_FITS = 320;
/** Glyphs may extend beyond their line by this much, in pixels. */
const OVERFLOW_TOLERANCE_PX = 4;

/** Left out of a clamped caption, so that its last line is not an ellipsis alone. */
const BLANK_LINES = /\n\s*\n/g;

/** The caption on a card, and the offer to translate it. */
export function Caption({ id, author, text: caption }: { id: string; author: UserSummary; text: string }) {
  const { text, lang, offer } = useTranslation(caption, author.id);
  return (
    <>
      <ClampedText id={id} username={author.username} text={text} lang={lang} />
      <p className="empty:hidden">{offer}</p>
    </>
  );
}

interface ClampedProps {
  id: string;
  username: string;
  text: string;
  lang: string | undefined;
}

/** The first lines of a caption, and a "more" button when there is more text. */
function ClampedText({ id, username, text, lang }: ClampedProps) {
  const { t } = useLingui();
  const [isExpanded, setExpanded] = useState(false);
  const { paragraph, isClamped } = useIsClamped(text);
  return (
    <div dir="auto" className="relative">
      <p
        ref={paragraph}
        id={id}
        tabIndex={-1}
        onFocus={({ target, currentTarget }) => {
          // The browser scrolls a hidden link into the clipped text, which has no way back.
          if (target.offsetTop + target.offsetHeight > currentTarget.clientHeight + OVERFLOW_TOLERANCE_PX)
            setExpanded(true);
        }}
        className={`wrap-anywhere whitespace-pre-line ${isExpanded ? "" : "line-clamp-4 print:line-clamp-none"}`}
      >
        <PlainLink
          to={`/profile/${username}`}
          dir="ltr"
          translate="no"
          className="font-semibold hover:underline"
        >
          {username}
        </PlainLink>{" "}
        <span lang={lang}>
          <LinkedText text={isClamped && !isExpanded ? text.replace(BLANK_LINES, "\n") : text} />
        </span>
      </p>
      {isClamped && !isExpanded && (
        // Positioned over the end of the last line, so that the layout does not shift when it appears.
        <span className="absolute end-0 bottom-0 print:hidden bg-surface before:absolute before:inset-y-0 before:end-full before:w-8 before:bg-linear-to-r rtl:before:bg-linear-to-l before:from-transparent before:to-surface">
          <button
            type="button"
            aria-label={t`more of the caption`}
            onClick={() => {
              setExpanded(true);
              // The button unmounts, so the focus moves to the text.
              paragraph.current?.focus({ preventScroll: true });
            }}
            className="touch-around rounded-sm ps-1 text-muted hover:text-ink"
          >
            <Trans comment="Button at the end of a caption that is cut off">more</Trans>
          </button>
        </span>
      )}
    </div>
  );
}

/**
 * Returns a ref for the caption, and whether it is cut off: estimated from its length until the card is first laid out.
 */
function useIsClamped(text: string) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  const lines = text.split("\n").length;
  const [isClamped, setClamped] = useState(text.length > NEVER_FITS || lines > MAX_LINES);
  const alwaysFits = text.length <= ALWAYS_FITS && lines === 1;
  useEffect(() => {
    const element = paragraph.current;
    if (!element || alwaysFits) return;
    // Disconnects after the first layout: a thousand observed captions would slow down every frame.
    const observer = new ResizeObserver(() => {
      observer.disconnect();
      const overflows = element.scrollHeight > element.clientHeight + OVERFLOW_TOLERANCE_PX;
      // Without its blank lines a clamped caption may fit.
      setClamped((wasClamped) => overflows || (wasClamped && text.search(BLANK_LINES) >= 0));
    });
    const observe = () => observer.observe(element);
    observe();
    window.addEventListener("resize", observe);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", observe);
    };
  }, [alwaysFits, text]);
  return { paragraph, isClamped };
}
