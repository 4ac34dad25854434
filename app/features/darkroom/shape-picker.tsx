import { RatioPicker } from "~/ui/ratio-picker";
import { type Shape, shapes } from "./edits";

/** Returns a shape's label: a ratio with spaces, or a word. */
function labelOf(shape: string): string {
  if (shape.includes(":")) return shape.replace(":", " : ");
  return shape.charAt(0).toUpperCase() + shape.slice(1);
}

// The keys of the type.
const ratios = (Object.keys(shapes) as Shape[]).map((value) => ({
  value,
  label: labelOf(value),
  ratio: shapes[value],
}));

/** Renders a choice of the ratios that a photo can be cropped to. */
export function ShapePicker({ shape, onPick }: { shape: Shape; onPick: (shape: Shape) => void }) {
  return (
    <RatioPicker
      legend="Shape"
      legendHidden
      name="shape"
      ratios={ratios}
      value={shape}
      onPick={onPick}
      className="-mx-4 flex overflow-x-auto overscroll-x-contain px-4 py-1 roomy:mx-0 roomy:grid roomy:grid-cols-4 roomy:px-0"
      tileClassName="min-w-16 shrink-0"
    />
  );
}
