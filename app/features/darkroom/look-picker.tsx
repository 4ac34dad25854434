import { useEffect, useRef } from "react";
import { classNames } from "~/ui/class-names";
import { type Adjustments, type Edits, noEdits } from "./edits";
import { looks } from "./looks";
import { createCanvasRenderer } from "./render-canvas";

/** Side of a thumbnail, in pixels. */
const THUMBNAIL = 128;

interface Props {
  image: HTMLImageElement;
  edits: Edits;
  onPick: (adjustments: Adjustments) => void;
}

/** Renders every look as a thumbnail of the photo with its name. */
export function LookPicker({ image, edits, onPick }: Props) {
  const { turns, mirrored, adjustments } = edits;
  return (
    <fieldset className="-mx-6 flex min-w-0 gap-1 overflow-x-auto overscroll-x-contain px-6 pt-3 pb-1 md:mx-0 md:grid md:grid-cols-4 md:gap-2 md:px-0">
      <legend className="sr-only">Look</legend>
      {Object.entries(looks).map(([name, look]) => (
        <label
          key={name}
          className={classNames(
            "relative grid w-18 shrink-0 cursor-pointer justify-items-center md:w-auto gap-1 rounded-control border p-1 text-xs has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2",
            isSame(look, adjustments)
              ? "border-ink font-semibold"
              : "border-transparent text-muted hover:text-ink",
          )}
        >
          <input
            type="radio"
            name="look"
            checked={isSame(look, adjustments)}
            onChange={() => onPick(look)}
            className="sr-only"
          />
          <Thumbnail image={image} turns={turns} mirrored={mirrored} look={look} />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
}

function isSame(a: Adjustments, b: Adjustments): boolean {
  // The keys of the type.
  return (Object.keys(a) as (keyof Adjustments)[]).every((name) => a[name] === b[name]);
}

function Thumbnail({
  image,
  turns,
  mirrored,
  look,
}: Pick<Props, "image"> & Pick<Edits, "turns" | "mirrored"> & { look: Adjustments }) {
  const holder = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const renderer = createCanvasRenderer(image);
    if (!renderer) return;
    renderer.draw(
      { ...noEdits, shape: "Square", turns, mirrored, adjustments: look },
      { width: THUMBNAIL, height: THUMBNAIL },
    );
    renderer.canvas.className = "size-full";
    holder.current?.replaceChildren(renderer.canvas);
  }, [image, turns, mirrored, look]);
  return (
    <span
      ref={holder}
      aria-hidden
      className="block aspect-square w-full overflow-hidden rounded-sm bg-wash"
    />
  );
}
