import { classNames } from "~/ui/class-names";
import { type Shape, shapes } from "./edits";

/** Renders a choice of the ratios that a photo can be cropped to. */
export function ShapePicker({ shape, onPick }: { shape: Shape; onPick: (shape: Shape) => void }) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Shape</legend>
      {Object.keys(shapes).map((name) => (
        <label
          key={name}
          className={classNames(
            "relative flex min-h-11 cursor-pointer items-center rounded-control border px-3 text-sm has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2",
            name === shape ? "border-ink font-semibold" : "border-edge text-muted hover:text-ink",
          )}
        >
          <input
            type="radio"
            name="shape"
            checked={name === shape}
            // The inputs are made from the keys of `shapes`.
            onChange={() => onPick(name as Shape)}
            className="sr-only"
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
}
