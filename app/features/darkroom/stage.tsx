import { useLingui } from "@lingui/react/macro";
import {
  type KeyboardEvent,
  type ReactNode,
  type RefCallback,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import type { Crop, Point, Size } from "~/ui/crop";
import { CropFrame, DOUBLING_WHEEL } from "~/ui/cropper";
import { positionOf, useDrags, useWheel } from "~/ui/gestures";
import type { Edits } from "./edits";
import { angleOf, frameOf, turnedSize } from "./geometry";
import { Preview } from "./preview";
import type { Source } from "./source";
import { storedSizeOf } from "./source";
import {
  draggedView,
  fitInto,
  fittingView,
  fullZoom,
  type Scene,
  surroundings,
  type View,
  visiblePart,
  withinStage,
  zoomedTo,
} from "./view";

/** Step of an arrow key, in CSS pixels. */
const STEP = 40;
/** Milliseconds after which a press is held, and the CSS pixels by which a resting finger moves. */
const HOLD_MS = 300;
const JITTER = 4;
const steps: Record<string, [x: number, y: number]> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};

interface Props {
  source: Source;
  /** The edits to show. */
  edits: Edits;
  isCropping: boolean;
  showsClipping: boolean;
  scene: Scene;
  view: View;
  onView: (change: (old: View) => View) => void;
  onCrop: (change: (old: Crop) => Crop) => void;
  onCompare: (isComparing: boolean) => void;
}

/** Returns a callback ref of the stage's element, and the scene on it; null until the element is measured. */
export function useScene(
  source: Source,
  edits: Edits,
): { measure: RefCallback<HTMLDivElement>; scene: Scene | null } {
  const [stage, setStage] = useState<Size | null>(null);
  // The dialog mounts the element later than the component.
  const measure: RefCallback<HTMLDivElement> = useCallback((element) => {
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setStage({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const scene = stage && {
    stage,
    fitted: fitInto(stage, frameOf(source.natural, edits)),
    stored: storedSizeOf(source, edits),
    density: devicePixelRatio,
  };
  return { measure, scene };
}

/**
 * Renders the photo, in the same place whether it is cropped, adjusted or compared. A crop also shows the part that
 * it cuts off.
 */
export function Stage({
  source,
  edits,
  isCropping,
  showsClipping,
  scene,
  view,
  onView,
  onCrop,
  onCompare,
}: Props) {
  const { t } = useLingui();
  const shown = isCropping ? fittingView : withinStage(scene, view);
  const { box, part } = isCropping ? surroundings(scene) : visiblePart(scene, shown);
  const longSide = Math.max(scene.fitted.width, scene.fitted.height);
  return (
    <>
      <Preview source={source} edits={edits} box={box} part={part} showsClipping={showsClipping} />
      {isCropping ? (
        <div
          style={{
            left: (scene.stage.width - scene.fitted.width) / 2,
            top: (scene.stage.height - scene.fitted.height) / 2,
          }}
          // The shadow dims what the crop leaves out.
          className="absolute shadow-[0_0_0_100vmax_oklch(0.17_0.022_300/0.72)]"
        >
          <CropFrame
            natural={turnedSize(source.natural, edits)}
            angle={angleOf(edits)}
            frame={scene.fitted}
            label={t`Visible part of your photo. Drag it or use the arrow keys to move it.`}
            onChange={(next) => onCrop((old) => scaled(next(scaled(old, longSide)), 1 / longSide))}
          >
            <Thirds />
          </CropFrame>
        </div>
      ) : (
        <PanArea scene={scene} view={shown} onView={onView} onCompare={onCompare} />
      )}
    </>
  );
}

type PanAreaProps = Pick<Props, "scene" | "view" | "onView" | "onCompare">;

/** Renders the area that moves and zooms the view of the photo. A press that is held on the whole photo compares. */
function PanArea({ scene, view, onView, onCompare }: PanAreaProps): ReactNode {
  const { t } = useLingui();
  const change = (next: (old: View) => View) => onView((old) => next(withinStage(scene, old)));
  const element = useWheel((pixels, at) =>
    change((old) => zoomedTo(scene, old, old.zoom * 2 ** (-pixels / DOUBLING_WHEEL), at)),
  );
  const isZoomed = view.zoom > 1;
  const hold = useHold(onCompare);
  const drags = useDrags({
    onDrag: (from, to) => {
      if (to.length > 1 || distance(from, to) > JITTER) hold.end();
      change((old) => draggedView(scene, old, from, to));
    },
    onDragging: (isDragging) => (isDragging && !isZoomed ? hold.begin() : hold.end()),
  });
  function press(event: KeyboardEvent) {
    const step = steps[event.key];
    if (!step || !isZoomed) return;
    event.preventDefault();
    change((old) => withinStage(scene, { ...old, x: old.x + step[0], y: old.y + step[1] }));
  }
  return (
    <div
      ref={element}
      role="application"
      aria-label={t`Your photo. Plus and minus zoom it, and the arrow keys move it.`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the photo.
      tabIndex={0}
      onKeyDown={press}
      {...drags}
      onDoubleClick={(event) => {
        const at = positionOf(event);
        change((old) => toggledView(scene, old, at));
      }}
      className={`absolute inset-0 touch-none -outline-offset-2 ${isZoomed ? "cursor-grab active:cursor-grabbing" : "cursor-zoom-in"}`}
    />
  );
}

/** Returns the functions that begin and end a press that is held, and calls `onHold` with whether it is. */
function useHold(onHold: (isHeld: boolean) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const end = () => {
    clearTimeout(timer.current);
    onHold(false);
  };
  const begin = () => {
    end();
    timer.current = setTimeout(() => onHold(true), HOLD_MS);
  };
  return { begin, end };
}

function distance([from]: readonly Point[], [to]: readonly Point[]): number {
  return from && to ? Math.hypot(to.x - from.x, to.y - from.y) : 0;
}

/** Returns the toggled view: the whole photo; else its own pixels around a position, or 2x if it fits with more. */
export function toggledView(scene: Scene, view: View, at = { x: 0, y: 0 }): View {
  const full = fullZoom(scene);
  return view.zoom > 1 ? fittingView : zoomedTo(scene, view, full > 1.01 ? full : 2, at);
}

/** Returns a crop whose offset is in a unit smaller by a factor. */
function scaled({ zoom, x, y }: Crop, factor: number): Crop {
  return { zoom, x: x * factor, y: y * factor };
}

/** Lines at the thirds of the frame. */
function Thirds() {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-0 grid grid-cols-3 grid-rows-3 border border-white/70"
    >
      {Array.from({ length: 9 }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells never change.
        <span key={cell} className="border-[0.5px] border-white/35" />
      ))}
    </span>
  );
}
