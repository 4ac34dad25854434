import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { classNames } from "~/ui/class-names";
import { type Edits, noEdits } from "./edits";
import { wholePhoto } from "./geometry";
import type { Look } from "./looks";
import { lookNames } from "./names";
import { createCanvasRenderer } from "./render-canvas";
import type { Source } from "./source";

/** Side of a thumbnail, in pixels. */
const THUMBNAIL = 128;

export type Position = Pick<Edits, "turns" | "mirrored">;

interface Props {
  /** A small source of the photo. */
  source: Source;
  /** The turns of the photo. */
  position: Position;
  look: Look;
  /** Whether a member has named it. */
  isOwn?: boolean;
  isChosen: boolean;
  onPick: () => void;
}

/** Renders a look as a thumbnail of the photo with its name, in a group of radio buttons. */
export function LookTile({ source, position, look, isOwn = false, isChosen, onPick }: Props) {
  const { t } = useLingui();
  const known = lookNames[look.id];
  return (
    <label
      className={classNames(
        "relative grid w-18 shrink-0 cursor-pointer justify-items-center gap-1 rounded-control border p-1 text-xs has-focus-visible:outline-2 has-focus-visible:outline-focus roomy:w-auto",
        isChosen ? "border-ink font-semibold" : "border-transparent text-muted hover:text-ink",
      )}
    >
      <input type="radio" name="look" checked={isChosen} onChange={onPick} className="sr-only" />
      <Thumbnail source={source} turns={position.turns} mirrored={position.mirrored} look={look} />
      <span translate={isOwn ? "no" : undefined} dir="auto" className="max-w-full truncate">
        {look.name ?? (known && t(known))}
      </span>
    </label>
  );
}

function Thumbnail({ source, turns, mirrored, look }: Pick<Props, "source" | "look"> & Position) {
  const holder = useRef<HTMLSpanElement>(null);
  const { adjustments } = look;
  useEffect(() => {
    const renderer = createCanvasRenderer(source);
    if (!renderer) return;
    renderer.draw(
      { ...noEdits, shape: "square", turns, mirrored, adjustments },
      { size: { width: THUMBNAIL, height: THUMBNAIL }, part: wholePhoto },
    );
    renderer.canvas.className = "size-full";
    holder.current?.replaceChildren(renderer.canvas);
  }, [source, turns, mirrored, adjustments]);
  return (
    <span
      ref={holder}
      aria-hidden
      className="block aspect-square w-full overflow-hidden rounded-sm bg-wash"
    />
  );
}
