import { FlipHorizontal2, RotateCw } from "lucide-react";
import { Button } from "~/ui/button";
import type { Size } from "~/ui/crop";
import { LabelledSlider } from "./adjustment-sliders";
import { type Edits, mirror, rotate, STRAIGHTEN_MAX, withValidCrop } from "./edits";
import { ShapePicker } from "./shape-picker";
import type { EditHistory } from "./use-history";

interface Props {
  /** The photo's own size. */
  natural: Size;
  edits: Edits;
  onChange: EditHistory["change"];
}

/** Renders the controls of the photo's shape and position: they turn, straighten and flip it. */
export function CropControls({ natural, edits, onChange }: Props) {
  return (
    <div className="grid gap-3 pt-4">
      <ShapePicker
        shape={edits.shape}
        onPick={(shape) => onChange(null, (old) => withValidCrop(natural, { ...old, shape }))}
      />
      <LabelledSlider
        label="Straighten"
        min={-STRAIGHTEN_MAX}
        max={STRAIGHTEN_MAX}
        value={edits.straighten}
        unit="°"
        onChange={(straighten) =>
          onChange("straighten", (old) => withValidCrop(natural, { ...old, straighten }))
        }
      />
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" size="small" onClick={() => onChange(null, (old) => rotate(natural, old))}>
          <RotateCw aria-hidden className="size-[1.15em]" /> Rotate
        </Button>
        <Button look="quiet" size="small" onClick={() => onChange(null, (old) => mirror(natural, old))}>
          <FlipHorizontal2 aria-hidden className="size-[1.15em]" /> Flip
        </Button>
      </div>
    </div>
  );
}
