import { useState } from "react";
import { Link } from "react-router";
import { LinkedText } from "./linked-text";

/** Longer than this, or of more lines, a caption is cut on a card. Four lines of a phone hold about as much. */
const SHORT = 160;
const LINES = 4;

/** A caption as a card shows it: its first lines, and the rest behind "more". */
export function Caption({ id, username, text }: { id: string; username: string; text: string }) {
  const [whole, setWhole] = useState(false);
  const isLong = text.length > SHORT || text.split("\n").length > LINES;
  return (
    <div>
      <p id={id} className={`wrap-anywhere whitespace-pre-line ${isLong && !whole ? "line-clamp-4" : ""}`}>
        <Link to={`/profile/${username}`} className="font-semibold hover:underline">
          {username}
        </Link>{" "}
        <LinkedText text={text} />
      </p>
      {isLong && !whole && (
        <button
          type="button"
          aria-label="more of the caption"
          onClick={() => setWhole(true)}
          className="touch-around rounded-sm text-muted text-sm hover:text-ink"
        >
          more
        </button>
      )}
    </div>
  );
}
