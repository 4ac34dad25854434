import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { LinkedText } from "~/features/text/linked-text";

/** What four lines hold at the least, on the narrowest phone, and at the most; between them only the browser knows. */
const SHORT = 110;
const LONG = 320;
const LINES = 4;
/** Letters may reach out of their line by this much, in pixels. */
const SLACK = 4;

/** A caption as a card shows it: its first lines, and the rest behind "more". */
export function Caption({ id, username, text }: { id: string; username: string; text: string }) {
  const [whole, setWhole] = useState(false);
  const { words, isCut } = useCut(text);
  return (
    <div className="relative">
      <p
        ref={words}
        id={id}
        tabIndex={-1}
        className={`wrap-anywhere whitespace-pre-line ${whole ? "" : "line-clamp-4"}`}
      >
        <Link to={`/profile/${username}`} className="font-semibold hover:underline">
          {username}
        </Link>{" "}
        <LinkedText text={text} />
      </p>
      {isCut && !whole && (
        // Over the end of the last line, so that nothing moves when it turns out to be needed.
        <span className="absolute right-0 bottom-0 bg-surface before:absolute before:inset-y-0 before:right-full before:w-8 before:bg-linear-to-r before:from-transparent before:to-surface">
          <button
            type="button"
            aria-label="more of the caption"
            onClick={() => {
              setWhole(true);
              // The button goes away.
              words.current?.focus({ preventScroll: true });
            }}
            className="touch-around rounded-sm pl-1 text-muted hover:text-ink"
          >
            more
          </button>
        </span>
      )}
    </div>
  );
}

/** Whether a caption's end is out of sight: guessed from its length until it has been laid out, which off screen it is not. */
function useCut(text: string) {
  const words = useRef<HTMLParagraphElement>(null);
  const lines = text.split("\n").length;
  const [isCut, setCut] = useState(text.length > LONG || lines > LINES);
  const isSure = text.length <= SHORT && lines === 1;
  useEffect(() => {
    const element = words.current;
    if (!element || isSure) return;
    // Told once, when it is laid out for the first time: a thousand watched captions would cost every frame.
    const observer = new ResizeObserver(() => {
      observer.disconnect();
      setCut(element.scrollHeight > element.clientHeight + SLACK);
    });
    const watch = () => observer.observe(element);
    watch();
    window.addEventListener("resize", watch);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", watch);
    };
  }, [isSure]);
  return { words, isCut };
}
