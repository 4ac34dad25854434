import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { Button } from "~/ui/button";
import {
  storedCurve,
  straightCurve,
  widestGap,
  withMovedPoint,
  withNewPoint,
  withoutPoint,
} from "./curve-points";
import type { CurvePoint } from "./edits";
import { CURVE_POINTS_MAX } from "./stored-edits";
import { curveOf } from "./tones";

interface Props {
  curve: readonly CurvePoint[];
  onChange: (curve: readonly CurvePoint[]) => void;
  /** Called when points are added or removed: that is a step of its own. */
  onSet: (curve: readonly CurvePoint[]) => void;
}

const steps: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Renders the tone curve. A press on the chart adds a point; points move by drag or arrow keys. */
export function CurveEditor({ curve, onChange, onSet }: Props) {
  const chart = useRef<HTMLDivElement>(null);
  const dragged = useRef<number | null>(null);
  const points = curve.length > 0 ? curve : straightCurve;

  /** Returns the brightnesses at the pointer. */
  function placeOf(event: PointerEvent): CurvePoint {
    const { left, top, width, height } = chart.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    return [((event.clientX - left) / width) * 255, 255 - ((event.clientY - top) / height) * 255];
  }
  function grab(event: PointerEvent) {
    const [input] = placeOf(event);
    const near = points.findIndex(([own]) => Math.abs(own - input) < 14);
    const added = near < 0 ? withNewPoint(points, input) : null;
    if (added) onChange(added.points);
    dragged.current = near < 0 ? (added?.index ?? null) : near;
    event.currentTarget.setPointerCapture(event.pointerId);
  }
  function drag(event: PointerEvent) {
    if (dragged.current === null) return;
    onChange(storedCurve(withMovedPoint(points, dragged.current, ...placeOf(event))));
  }
  function release() {
    dragged.current = null;
  }
  function press(event: KeyboardEvent, index: number) {
    const [input, output] = points[index] ?? [0, 0];
    const step = steps[event.key];
    if (event.key === "Delete" || event.key === "Backspace") onSet(storedCurve(withoutPoint(points, index)));
    else if (step) {
      const by = event.shiftKey ? 10 : 1;
      onChange(storedCurve(withMovedPoint(points, index, input + step[0] * by, output + step[1] * by)));
    } else return;
    event.preventDefault();
  }
  function add() {
    const added = withNewPoint(points, widestGap(points));
    if (added) onSet(added.points);
  }
  return (
    <section aria-label="Tone curve" className="grid gap-2 pt-2" dir="ltr">
      <div className="flex min-h-11 items-center justify-between gap-2">
        <h3 className="text-muted text-sm">Curve</h3>
        <div className="flex gap-2">
          <Button look="plain" size="small" disabled={points.length >= CURVE_POINTS_MAX} onClick={add}>
            Add point
          </Button>
          <Button look="plain" size="small" disabled={curve.length === 0} onClick={() => onSet([])}>
            Reset curve
          </Button>
        </div>
      </div>
      <div className="px-4 pb-4">
        <div
          ref={chart}
          onPointerDown={grab}
          onPointerMove={drag}
          onPointerUp={release}
          onPointerCancel={release}
          className="relative aspect-square w-full max-w-72 cursor-crosshair touch-none justify-self-center rounded-sm bg-wash"
        >
          <Chart points={points} />
          {points.map(([input, output], index) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: a point keeps its index while it moves.
              key={index}
              role="slider"
              tabIndex={0}
              aria-label={`Point ${index + 1} of ${points.length}`}
              aria-valuemin={0}
              aria-valuemax={255}
              aria-valuenow={output}
              aria-valuetext={`${input} becomes ${output}`}
              onKeyDown={(event) => press(event, index)}
              onDoubleClick={() => onSet(storedCurve(withoutPoint(points, index)))}
              style={{ left: `${(input / 255) * 100}%`, bottom: `${(output / 255) * 100}%` }}
              className="absolute -mb-[22px] -ms-[22px] grid size-11 place-items-center rounded-full"
            >
              <span aria-hidden className="size-3.5 rounded-full border-2 border-ink bg-paper" />
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

/** Draws the curve over a grid of quarters. */
function Chart({ points }: { points: readonly CurvePoint[] }) {
  const curve = curveOf(points);
  const line = Array.from({ length: 65 }, (_, at) => `${(at / 64) * 100},${100 - curve(at / 64) * 100}`);
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0 size-full fill-none"
    >
      <path
        d="M25 0V100M50 0V100M75 0V100M0 25H100M0 50H100M0 75H100M0 100 100 0"
        className="stroke-line"
        strokeWidth="0.5"
      />
      <polyline points={line.join(" ")} className="stroke-ink" strokeWidth="1.2" />
    </svg>
  );
}
