import { Trans } from "@lingui/react/macro";
import { type KeyboardEvent, type ReactNode, useId } from "react";
import { classNames } from "./class-names";
import { type Crop, cropBounds, dragged, type Point, type Size, withinBounds, ZOOM_MAX } from "./crop";
import { useDrags, useWheel } from "./gestures";
import { Slider } from "./slider";

/** Step of an arrow key, in pixels. */
const STEP = 8;
const steps: Record<string, Point> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};
/** Pixels of the wheel that double the zoom. */
export const DOUBLING_WHEEL = 400;

interface Props {
  /** The image's own size. */
  natural: Size;
  /** By which the image is turned behind the frame, clockwise, in radians. */
  angle?: number;
  crop: Crop;
  /** Size of the frame on the screen, in pixels. */
  frame: Size;
  className?: string;
  /** Accessible name of the frame. */
  label: string;
  onChange: (change: (old: Crop) => Crop) => void;
  /** See `useDrags`. */
  onDragging?: (dragging: boolean) => void;
  /** The part of the image in the frame: `CroppedImage`; or what is above a canvas. */
  children: ReactNode;
}

/** Renders a fixed frame behind which an image moves by drag or arrow keys, and zooms by the wheel or two fingers. */
export function CropFrame({
  natural,
  angle = 0,
  frame,
  className,
  label,
  onChange,
  onDragging,
  children,
}: Omit<Props, "crop">) {
  const move = (x: number, y: number) =>
    onChange((old) => withinBounds(natural, { ...old, x: old.x + x, y: old.y + y }, frame, angle));
  const element = useWheel((pixels) =>
    onChange((old) => withZoom(old, old.zoom * 2 ** (-pixels / DOUBLING_WHEEL), natural, frame, angle)),
  );
  const drags = useDrags({
    onDrag: (from, to) => onChange((old) => dragged(natural, old, frame, { from, to }, angle)),
    onDragging,
  });
  function press(event: KeyboardEvent) {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    move(step.x, step.y);
  }

  return (
    <div
      ref={element}
      role="application"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the image.
      tabIndex={0}
      onKeyDown={press}
      {...drags}
      style={{ width: frame.width, height: frame.height }}
      className={classNames("relative cursor-move touch-none overflow-hidden", className)}
    >
      {children}
    </div>
  );
}

/** Renders an image in a CropFrame, with a slider of the zoom below it. */
export function Cropper({ round = false, ...props }: Props & { round?: boolean }) {
  const { natural, angle = 0, crop, frame, onChange } = props;
  const id = useId();
  return (
    <div className="grid gap-3" style={{ width: frame.width }}>
      <CropFrame {...props} className={classNames("bg-wash", round ? "rounded-full" : "rounded-photo")} />
      <label htmlFor={id} className="flex items-center gap-2 text-sm">
        <Trans comment="A slider that enlarges a photo behind a frame">Zoom</Trans>
        <Slider
          id={id}
          min={1}
          max={ZOOM_MAX}
          step={0.01}
          value={crop.zoom}
          onChange={(event) => {
            const zoom = Number(event.currentTarget.value);
            onChange((old) => withZoom(old, zoom, natural, frame, angle));
          }}
          className="min-w-0 flex-1 text-ink"
        />
      </label>
    </div>
  );
}

function withZoom(crop: Crop, zoom: number, natural: Size, frame: Size, angle: number): Crop {
  return withinBounds(natural, { ...crop, zoom }, frame, angle);
}

/** Renders the cropped part of an image, as a Cropper's content. */
export function CroppedImage({ image, crop, frame }: { image: HTMLImageElement; crop: Crop; frame: Size }) {
  const natural = { width: image.naturalWidth, height: image.naturalHeight };
  const { width, height } = cropBounds(natural, crop.zoom, frame);
  return (
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
  );
}
