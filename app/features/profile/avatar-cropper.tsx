import { useEffect, useRef, useState } from "react";
import { type Crop, drawCrop, wholeCrop } from "~/ui/crop";
import { CroppedImage, Cropper } from "~/ui/cropper";

/** Size of the round frame on the screen, in CSS pixels. */
const FRAME = { width: 176, height: 176 };
/** Size of the uploaded image, in pixels. Avatars are rendered at 144 CSS pixels at most. */
const OUTPUT = { width: 640, height: 640 };
const JPEG_QUALITY = 0.92;

interface Props {
  image: HTMLImageElement;
  /** Called with the cropped image as a JPEG data URL, on mount and after every change. */
  onCrop: (dataUrl: string) => void;
}

/** Crops an image to an avatar. */
export function AvatarCropper({ image, onCrop }: Props) {
  const [crop, setCrop] = useState<Crop>(wholeCrop);
  const [dragging, setDragging] = useState(false);
  const latestOnCrop = useRef(onCrop);
  useEffect(() => {
    latestOnCrop.current = onCrop;
  }, [onCrop]);

  useEffect(() => {
    if (!dragging) latestOnCrop.current(croppedDataUrl(image, crop));
  }, [image, crop, dragging]);

  return (
    <Cropper
      natural={{ width: image.naturalWidth, height: image.naturalHeight }}
      crop={crop}
      frame={FRAME}
      round
      label="Your new profile picture. Drag it, or move it with the arrow keys."
      onChange={setCrop}
      onDragging={setDragging}
    >
      <CroppedImage image={image} crop={crop} frame={FRAME} />
    </Cropper>
  );
}

function croppedDataUrl(image: HTMLImageElement, crop: Crop): string {
  const canvas = drawCrop(image, crop, FRAME, OUTPUT);
  const context = canvas?.getContext("2d");
  if (!canvas || !context) return image.src;
  // JPEG has no transparency: transparent pixels become white.
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = "#fff";
  context.fillRect(0, 0, OUTPUT.width, OUTPUT.height);
  return canvas.toDataURL("image/jpeg", JPEG_QUALITY);
}
