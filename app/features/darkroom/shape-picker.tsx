import { classNames } from "~/ui/class-names";
import { type Shape, shapes } from "./edits";

/** Returns a shape's label: a ratio with spaces, or a word. */
function labelOf(shape: string): string {
  if (shape.includes(":")) return shape.replace(":", " : ");
  return shape.charAt(0).toUpperCase() + shape.slice(1);
}

/** Renders a choice of the ratios that a photo can be cropped to. */
export function ShapePicker({ shape, onPick }: { shape: Shape; onPick: (shape: Shape) => void }) {
  return (
    <fieldset className="-mx-4 flex min-w-0 gap-1.5 overflow-x-auto overscroll-x-contain px-4 py-1 roomy:mx-0 roomy:flex-wrap roomy:px-0">
      <legend className="sr-only">Shape</legend>
      {Object.keys(shapes).map((id) => (
        <label
          key={id}
          className={classNames(
            "relative flex min-h-11 shrink-0 cursor-pointer items-center rounded-control border px-2.5 text-sm has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2",
            id === shape ? "border-ink font-semibold" : "border-line text-muted hover:text-ink",
          )}
        >
          <input
            type="radio"
            name="shape"
            checked={id === shape}
            // The inputs are made from the keys of `shapes`.
            onChange={() => onPick(id as Shape)}
            className="sr-only"
          />
          <span>{labelOf(id)}</span>
        </label>
      ))}
    </fieldset>
  );
}
