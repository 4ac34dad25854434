import { useState } from "react";
import { POST_IMAGE_MAX_BYTES } from "~/contract/limits";
import { IMAGE_UNREADABLE } from "~/contract/texts";
import { encodePhoto } from "~/features/photo/encode-photo";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { type Crop, cropSource, drawCrop, type Size, wholeCrop } from "~/ui/crop";
import { Cropper } from "~/ui/cropper";
import { Dialog } from "~/ui/dialog";
import { showToast } from "~/ui/toast";

/** Longer side of the frame on the screen, in pixels: fits a phone 320 px wide. */
const LONG_SIDE = 272;

const shapes = { Original: null, Square: 1, "4 : 5": 4 / 5, "16 : 9": 16 / 9 } as const;
type Shape = keyof typeof shapes;

interface Props {
  /** The original photo, loaded. */
  image: HTMLImageElement;
  /** Called with the cropped photo, or null for the whole photo. */
  onCrop: (cropped: Blob | null) => void;
  onClose: () => void;
}

/** Renders a dialog to crop the photo before it is posted. A default export, as `lazy` needs it. */
export default function CropDialog({ image, onCrop, onClose }: Props) {
  const [shape, setShape] = useState<Shape>("Original");
  const [crop, setCrop] = useState<Crop>(wholeCrop);
  const [busy, setBusy] = useState(false);
  const natural = { width: image.naturalWidth, height: image.naturalHeight };
  const frame = frameOf(shapes[shape] ?? natural.width / natural.height);

  async function apply() {
    setBusy(true);
    const isWhole = shape === "Original" && crop.zoom === 1;
    const result = isWhole ? null : await cropped(image, natural, crop, frame);
    if (!isWhole && !result) {
      setBusy(false);
      return showToast({ kind: "danger", title: "Image error", text: IMAGE_UNREADABLE });
    }
    onCrop(result);
    onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Crop photo"
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button busy={busy} busyLabel="Cropping..." onClick={() => void apply()}>
            Apply crop
          </Button>
        </>
      }
    >
      <div className="grid justify-items-center gap-4">
        <fieldset className="flex flex-wrap justify-center gap-2">
          <legend className="sr-only">Shape</legend>
          {Object.keys(shapes).map((name) => (
            <label
              key={name}
              className={classNames(
                "flex min-h-11 cursor-pointer items-center rounded-control border px-3 text-sm has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2",
                name === shape ? "border-ink font-semibold" : "border-edge text-muted hover:text-ink",
              )}
            >
              <input
                type="radio"
                name="shape"
                checked={name === shape}
                onChange={() => {
                  // The inputs are made from the keys of `shapes`.
                  setShape(name as Shape);
                  setCrop(wholeCrop);
                }}
                className="sr-only"
              />
              {name}
            </label>
          ))}
        </fieldset>
        <div className="flex min-h-[272px] items-center">
          <Cropper
            image={image}
            crop={crop}
            frame={frame}
            label="Visible part of your photo. Drag it or use the arrow keys to move it."
            onChange={setCrop}
          />
        </div>
      </div>
    </Dialog>
  );
}

/** Returns the size of the frame for an aspect ratio (width / height). */
function frameOf(ratio: number): Size {
  return ratio >= 1
    ? { width: LONG_SIDE, height: LONG_SIDE / ratio }
    : { width: LONG_SIDE * ratio, height: LONG_SIDE };
}

/** Returns the visible part at the photo's own resolution; null if the browser cannot draw it. */
async function cropped(
  image: HTMLImageElement,
  natural: Size,
  crop: Crop,
  frame: Size,
): Promise<Blob | null> {
  const { width, height } = cropSource(natural, crop, frame);
  const canvas = drawCrop(image, crop, frame, {
    width: Math.max(1, Math.round(width)),
    height: Math.max(1, Math.round(height)),
  });
  return canvas && encodePhoto(canvas, POST_IMAGE_MAX_BYTES);
}
