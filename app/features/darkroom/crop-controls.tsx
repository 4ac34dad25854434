import { Trans, useLingui } from "@lingui/react/macro";
import { FlipHorizontal2, RotateCw } from "lucide-react";
import { Button } from "~/ui/button";
import { type Size, ZOOM_MAX } from "~/ui/crop";
import type { Edits } from "./edits";
import { mirror, rotate, seenPerspective, withSeenPerspective, withValidCrop } from "./geometry";
import { Ruler } from "./ruler";
import { ShapePicker } from "./shape-picker";
import { SliderRow } from "./slider-row";
import type { EditHistory } from "./use-history";

interface Props {
  /** The photo's own size. */
  natural: Size;
  edits: Edits;
  change: EditHistory["change"];
}

/** Renders the controls that crop, turn, straighten and flip the photo, and level its perspective. */
export function CropControls({ natural, edits, change }: Props) {
  const { t } = useLingui();
  const slider = (control: string, next: (old: Edits, value: number) => Edits) => ({
    onChange: (value: number) => change(control, (old) => withValidCrop(natural, next(old, value))),
    onSet: (value: number) => change(null, (old) => withValidCrop(natural, next(old, value))),
  });
  const perspective = (side: "x" | "y") => ({
    min: -100,
    max: 100,
    value: seenPerspective(edits, side),
    ...slider(`perspective-${side}`, (old, value) => withSeenPerspective(old, side, value)),
  });
  return (
    <div className="grid gap-3">
      <ShapePicker
        shape={edits.shape}
        onPick={(shape) => change(null, (old) => withValidCrop(natural, { ...old, shape }))}
      />
      <Ruler
        degrees={edits.straighten}
        {...slider("straighten", (old, straighten) => ({ ...old, straighten }))}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" size="small" onClick={() => change(null, (old) => rotate(natural, old))}>
          <RotateCw aria-hidden /> <Trans>Rotate</Trans>
        </Button>
        <Button variant="quiet" size="small" onClick={() => change(null, (old) => mirror(natural, old))}>
          <FlipHorizontal2 aria-hidden /> <Trans comment="Exchanges left and right of a photo">Flip</Trans>
        </Button>
      </div>
      <div className="grid">
        <SliderRow
          label={t({ message: "Zoom", context: "photo editing" })}
          min={1}
          max={ZOOM_MAX}
          step={0.01}
          value={Math.round(edits.crop.zoom * 100) / 100}
          initial={1}
          {...slider("zoom", (old, zoom) => ({ ...old, crop: { ...old.crop, zoom } }))}
        />
        <SliderRow
          label={t({ message: "Vertical", comment: "Correction of the perspective" })}
          {...perspective("y")}
        />
        <SliderRow
          label={t({ message: "Horizontal", comment: "Correction of the perspective" })}
          {...perspective("x")}
        />
      </div>
    </div>
  );
}
