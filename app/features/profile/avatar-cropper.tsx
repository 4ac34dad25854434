import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { type Crop, drawCrop, wholeCrop } from "~/ui/crop";
import { CroppedImage, Cropper } from "~/ui/cropper";

/** Size of the round frame on the screen, in CSS pixels. */
const FRAME = { width: 176, height: 176 };
/** Size of the uploaded image, in pixels. Avatars are rendered at 144 CSS pixels at most. */
const OUTPUT = { width: 640, height: 640 };
const JPEG_QUALITY = 0.92;

interface Props {
  image: HTMLImageElement;
  /** Called with the cropped image, as `cropAvatar` returns it, after a change and at the end of a drag. */
  onCrop: (dataUrl: string) => void;
}

/** Crops an image to an avatar. */
export function AvatarCropper({ image, onCrop }: Props) {
  const { t } = useLingui();
  const [crop, setCrop] = useState<Crop>(wholeCrop);
  /** The crop after the last event, which may not be rendered yet. */
  const latest = useRef(crop);
  const isDragged = useRef(false);

  function change(apply: (old: Crop) => Crop) {
    latest.current = apply(latest.current);
    setCrop(latest.current);
    if (!isDragged.current) onCrop(cropAvatar(image, latest.current));
  }
  function drag(isDragging: boolean) {
    if (isDragged.current && !isDragging) onCrop(cropAvatar(image, latest.current));
    isDragged.current = isDragging;
  }
  return (
    <Cropper
      natural={{ width: image.naturalWidth, height: image.naturalHeight }}
      crop={crop}
      frame={FRAME}
      round
      label={t`Your new profile picture. Drag it, or move it with the arrow keys.`}
      onChange={change}
      onDragging={drag}
    >
      <CroppedImage image={image} crop={crop} frame={FRAME} />
    </Cropper>
  );
}

/** Returns the avatar that a crop of an image makes, as a JPEG data URL. */
export function cropAvatar(image: HTMLImageElement, crop: Crop = wholeCrop): string {
  const canvas = drawCrop(image, crop, FRAME, OUTPUT);
  const context = canvas?.getContext("2d");
  if (!canvas || !context) return image.src;
  // JPEG has no transparency: transparent pixels become white.
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = "#fff";
  context.fillRect(0, 0, OUTPUT.width, OUTPUT.height);
  return canvas.toDataURL("image/jpeg", JPEG_QUALITY);
}
