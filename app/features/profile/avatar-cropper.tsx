import { useEffect, useRef, useState } from "react";
import { type Crop, drawCrop, wholeCrop } from "~/ui/crop";
import { Cropper } from "~/ui/cropper";

/** Of the circle on the screen, and of the square that is kept; the avatar is never shown larger than 144 px. */
const FRAME = { width: 176, height: 176 };
const KEPT = { width: 640, height: 640 };
const QUALITY = 0.92;

interface Props {
  picture: HTMLImageElement;
  /** Given the cropped picture as a JPEG data URL, at first and after every change. */
  onCrop: (dataUrl: string) => void;
}

/** Chooses the part of a picture that becomes the avatar. */
export function AvatarCropper({ picture, onCrop }: Props) {
  const [crop, setCrop] = useState<Crop>(wholeCrop);
  const [dragging, setDragging] = useState(false);
  const tell = useRef(onCrop);
  useEffect(() => {
    tell.current = onCrop;
  }, [onCrop]);

  useEffect(() => {
    if (!dragging) tell.current(cut(picture, crop));
  }, [picture, crop, dragging]);

  return (
    <Cropper
      image={picture}
      crop={crop}
      frame={FRAME}
      round
      label="Your new profile picture. Drag it, or move it with the arrow keys."
      onChange={setCrop}
      onDragging={setDragging}
    />
  );
}

function cut(picture: HTMLImageElement, crop: Crop): string {
  const canvas = drawCrop(picture, crop, FRAME, KEPT);
  const pen = canvas?.getContext("2d");
  if (!canvas || !pen) return picture.src;
  // A JPEG has no see-through parts.
  pen.globalCompositeOperation = "destination-over";
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, KEPT.width, KEPT.height);
  return canvas.toDataURL("image/jpeg", QUALITY);
}
