import { type KeyboardEvent, type PointerEvent, useId, useState } from "react";
import { classNames } from "./class-names";
import { type Crop, cropBounds, type Size, withinBounds, ZOOM_MAX } from "./crop";

/** Step of an arrow key, in pixels. */
const STEP = 8;

interface Props {
  image: HTMLImageElement;
  crop: Crop;
  /** Size of the frame on the screen, in pixels. */
  frame: Size;
  round?: boolean;
  /** Accessible name of the frame. */
  label: string;
  onChange: (change: (old: Crop) => Crop) => void;
  /** Called when a drag starts and ends, so that expensive work can wait for the end. */
  onDragging?: (dragging: boolean) => void;
}

/** Renders an image behind a fixed frame. The image moves by drag or arrow keys and zooms by a slider. */
export function Cropper({ image, crop, frame, round = false, label, onChange, onDragging }: Props) {
  const natural = { width: image.naturalWidth, height: image.naturalHeight };
  const [isDragged, setDragged] = useState(false);
  const id = useId();

  const move = (x: number, y: number) =>
    onChange((old) => withinBounds(natural, { ...old, x: old.x + x, y: old.y + y }, frame));
  function setDragging(next: boolean) {
    setDragged(next);
    onDragging?.(next);
  }
  function drag(event: PointerEvent) {
    if (isDragged && event.currentTarget.hasPointerCapture(event.pointerId))
      move(event.movementX, event.movementY);
  }
  function press(event: KeyboardEvent) {
    const offset = {
      ArrowLeft: [-STEP, 0],
      ArrowRight: [STEP, 0],
      ArrowUp: [0, -STEP],
      ArrowDown: [0, STEP],
    }[event.key];
    if (!offset) return;
    event.preventDefault();
    move(offset[0] ?? 0, offset[1] ?? 0);
  }

  const { width, height } = cropBounds(natural, crop.zoom, frame);
  return (
    <div className="grid gap-3" style={{ width: frame.width }}>
      <div
        role="application"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the image.
        tabIndex={0}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragging(true);
        }}
        onPointerMove={drag}
        onPointerUp={() => setDragging(false)}
        onPointerCancel={() => setDragging(false)}
        style={{ width: frame.width, height: frame.height }}
        className={classNames(
          "relative cursor-move touch-none overflow-hidden bg-wash",
          round ? "rounded-full" : "rounded-photo",
        )}
      >
        <img
          src={image.src}
          alt=""
          draggable={false}
          style={{
            width,
            height,
            left: (frame.width - width) / 2 + crop.x,
            top: (frame.height - height) / 2 + crop.y,
          }}
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
          onChange={(event) => {
            const zoom = Number(event.currentTarget.value);
            onChange((old) => withinBounds(natural, { ...old, zoom }, frame));
          }}
          className="h-11 min-w-0 flex-1 accent-ink"
        />
      </label>
    </div>
  );
}
