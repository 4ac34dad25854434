import { type KeyboardEvent, type PointerEvent, useId, useState } from "react";
import { classNames } from "./class-names";
import { type Crop, cropBounds, type Size, withinBounds, ZOOM_MAX } from "./crop";

/** Step of an arrow key, in pixels. */
const STEP = 8;

interface Props {
  picture: HTMLImageElement;
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

/** An image behind a frame: dragged, moved by the arrow keys, and zoomed. */
export function Cropper({ picture, crop, frame, round = false, label, onChange, onDragging }: Props) {
  const natural = { width: picture.naturalWidth, height: picture.naturalHeight };
  const [held, setHeld] = useState(false);
  const id = useId();

  const move = (x: number, y: number) =>
    onChange((old) => withinBounds(natural, { ...old, x: old.x + x, y: old.y + y }, frame));
  function hold(now: boolean) {
    setHeld(now);
    onDragging?.(now);
  }
  function drag(event: PointerEvent) {
    if (held && event.currentTarget.hasPointerCapture(event.pointerId))
      move(event.movementX, event.movementY);
  }
  function press(event: KeyboardEvent) {
    const by = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[
      event.key
    ];
    if (!by) return;
    event.preventDefault();
    move(by[0] ?? 0, by[1] ?? 0);
  }

  const { width, height } = cropBounds(natural, crop.zoom, frame);
  return (
    <div className="grid gap-3" style={{ width: frame.width }}>
      <div
        role="application"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard moves the picture too.
        tabIndex={0}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          hold(true);
        }}
        onPointerMove={drag}
        onPointerUp={() => hold(false)}
        onPointerCancel={() => hold(false)}
        style={{ width: frame.width, height: frame.height }}
        className={classNames(
          "relative cursor-move touch-none overflow-hidden bg-wash",
          round ? "rounded-full" : "rounded-photo",
        )}
      >
        <img
          src={picture.src}
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
