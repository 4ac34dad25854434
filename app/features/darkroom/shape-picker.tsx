import { useLingui } from "@lingui/react/macro";
import { RatioPicker } from "~/ui/ratio-picker";
import { type Shape, shapes } from "./edits";
import { shapeNames } from "./names";

// The keys of the type.
const ratios = (Object.keys(shapes) as Shape[]).map((value) => ({
  value,
  label: shapeNames[value] ?? value.replace(":", " : "),
  ratio: shapes[value],
}));

/** Renders a choice of the ratios that a photo can be cropped to. */
export function ShapePicker({ shape, onPick }: { shape: Shape; onPick: (shape: Shape) => void }) {
  const { t } = useLingui();
  return (
    <RatioPicker
      legend={t({ message: "Shape", comment: "The proportions of a photo" })}
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
