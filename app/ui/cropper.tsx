import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
} from "react";
import { classNames } from "./class-names";
import { type Crop, cropBounds, dragged, type Point, type Size, withinBounds, ZOOM_MAX } from "./crop";
import { Slider } from "./slider";

/** Step of an arrow key, in pixels. */
const STEP = 8;
const steps: Record<string, Point> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};
/** Pixels of the wheel that double the zoom, and those of a line. */
const DOUBLING_WHEEL = 400;
const LINE = 16;

interface Props {
  /** The image's own size. */
  natural: Size;
  /** By which the image is turned behind the frame, clockwise, in radians. */
  angle?: number;
  crop: Crop;
  /** Size of the frame on the screen, in pixels. */
  frame: Size;
  round?: boolean;
  /** Accessible name of the frame. */
  label: string;
  onChange: (change: (old: Crop) => Crop) => void;
  /** Called when a drag starts and ends, so that expensive work can wait for the end. */
  onDragging?: (dragging: boolean) => void;
  /** The part of the image in the frame: `CroppedImage`, or a canvas. */
  children: ReactNode;
}

/**
 * Renders an image behind a fixed frame. The image moves by drag or arrow keys and zooms by a slider, by the wheel or with
 * two fingers.
 */
export function Cropper({
  natural,
  angle = 0,
  crop,
  frame,
  round = false,
  label,
  onChange,
  onDragging,
  children,
}: Props) {
  /** Positions of the pressed pointers. Events report them alike in all browsers, unlike `movementX`. */
  const pointers = useRef(new Map<number, Point>());
  const id = useId();

  const move = (x: number, y: number) =>
    onChange((old) => withinBounds(natural, { ...old, x: old.x + x, y: old.y + y }, frame, angle));
  const zoomTo = (zoomOf: (old: Crop) => number) =>
    onChange((old) => withinBounds(natural, { ...old, zoom: zoomOf(old) }, frame, angle));
  const element = useWheel((pixels) => zoomTo(({ zoom }) => zoom * 2 ** (-pixels / DOUBLING_WHEEL)));
  function grab(event: PointerEvent) {
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, positionOf(event));
    onDragging?.(true);
  }
  function drag(event: PointerEvent) {
    if (!pointers.current.has(event.pointerId)) return;
    const from = firstTwo(pointers.current);
    pointers.current.set(event.pointerId, positionOf(event));
    const to = firstTwo(pointers.current);
    onChange((old) => dragged(natural, old, frame, { from, to }, angle));
  }
  function release(event: PointerEvent) {
    pointers.current.delete(event.pointerId);
    if (pointers.current.size === 0) onDragging?.(false);
  }
  function press(event: KeyboardEvent) {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    move(step.x, step.y);
  }

  return (
    <div className="grid gap-3" style={{ width: frame.width }}>
      <div
        ref={element}
        role="application"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the image.
        tabIndex={0}
        onKeyDown={press}
        onPointerDown={grab}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={release}
        style={{ width: frame.width, height: frame.height }}
        className={classNames(
          "relative cursor-move touch-none overflow-hidden bg-wash",
          round ? "rounded-full" : "rounded-photo",
        )}
      >
        {children}
      </div>
      <label htmlFor={id} className="flex items-center gap-2 text-sm">
        Zoom
        <Slider
          id={id}
          min={1}
          max={ZOOM_MAX}
          step={0.01}
          value={crop.zoom}
          onChange={(event) => {
            const zoom = Number(event.currentTarget.value);
            zoomTo(() => zoom);
          }}
          className="min-w-0 flex-1 text-ink"
        />
      </label>
    </div>
  );
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

/** Returns a ref of an element over which the wheel calls `onWheel` and does not scroll. React's own listener could not prevent that. */
function useWheel(onWheel: (pixels: number) => void) {
  const element = useRef<HTMLDivElement>(null);
  const turn = useEffectEvent(onWheel);
  useEffect(() => {
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      turn(event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE : event.deltaY);
    };
    const target = element.current;
    target?.addEventListener("wheel", wheel, { passive: false });
    return () => target?.removeEventListener("wheel", wheel);
  }, []);
  return element;
}

/** Returns the position of a pointer from the centre of the frame. */
function positionOf({ currentTarget, clientX, clientY }: PointerEvent): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

function firstTwo(pointers: ReadonlyMap<number, Point>): Point[] {
  return [...pointers.values()].slice(0, 2);
}
