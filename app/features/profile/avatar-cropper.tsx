import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from "react";
import { type Crop, cropBounds, cropSource, withinBounds, ZOOM_MAX } from "./crop";

/** Of the circle on the screen, and of the square that is kept; the avatar is never shown larger than 144 px. */
const SIDE = 176;
const KEPT = 640;
const STEP = 8;
const QUALITY = 0.92;

interface Props {
  picture: HTMLImageElement;
  /** Given the cropped picture as a JPEG data URL, at first and after every change. */
  onCrop: (dataUrl: string) => void;
}

/** Chooses the part of a picture that becomes the avatar: dragged or moved by the arrow keys, and zoomed. */
export function AvatarCropper({ picture, onCrop }: Props) {
  const natural = { width: picture.naturalWidth, height: picture.naturalHeight };
  const [crop, setCrop] = useState<Crop>({ zoom: 1, x: 0, y: 0 });
  const [dragging, setDragging] = useState(false);
  const id = useId();
  const tell = useRef(onCrop);
  useEffect(() => {
    tell.current = onCrop;
  }, [onCrop]);

  useEffect(() => {
    if (!dragging) tell.current(cut(picture, crop));
  }, [picture, crop, dragging]);

  const change = (to: Partial<Crop>) => setCrop((old) => withinBounds(natural, { ...old, ...to }, SIDE));
  const move = (x: number, y: number) =>
    setCrop((old) => withinBounds(natural, { ...old, x: old.x + x, y: old.y + y }, SIDE));

  function drag(event: PointerEvent) {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) move(event.movementX, event.movementY);
  }

  function press(event: KeyboardEvent) {
    const by = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[
      event.key
    ];
    if (!by) return;
    event.preventDefault();
    move(by[0] ?? 0, by[1] ?? 0);
  }

  const { width, height } = cropBounds(natural, crop.zoom, SIDE);
  return (
    <div className="grid w-44 gap-3">
      <div
        role="application"
        aria-label="Your new profile picture. Drag it, or move it with the arrow keys."
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard moves the picture too.
        tabIndex={0}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragging(true);
        }}
        onPointerMove={drag}
        onPointerUp={() => setDragging(false)}
        onPointerCancel={() => setDragging(false)}
        className="relative size-44 cursor-move touch-none overflow-hidden rounded-full bg-wash"
      >
        <img
          src={picture.src}
          alt=""
          draggable={false}
          style={{ width, height, left: SIDE / 2 - width / 2 + crop.x, top: SIDE / 2 - height / 2 + crop.y }}
          className="absolute max-w-none select-none"
        />
      </div>
      <label htmlFor={id} className="flex items-center gap-2 text-sm">
        Zoom
        <input
          id={id}
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={0.01}
          value={crop.zoom}
          onChange={(event) => change({ zoom: Number(event.currentTarget.value) })}
          className="h-11 min-w-0 flex-1 accent-ink"
        />
      </label>
    </div>
  );
}

function cut(picture: HTMLImageElement, crop: Crop): string {
  const canvas = document.createElement("canvas");
  canvas.width = KEPT;
  canvas.height = KEPT;
  const pen = canvas.getContext("2d");
  if (!pen) return picture.src;
  // A JPEG has no see-through parts.
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, KEPT, KEPT);
  const size = { width: picture.naturalWidth, height: picture.naturalHeight };
  const { left, top, size: side } = cropSource(size, crop, SIDE);
  pen.drawImage(picture, left, top, side, side, 0, 0, KEPT, KEPT);
  return canvas.toDataURL("image/jpeg", QUALITY);
}
