import { Trans, useLingui } from "@lingui/react/macro";
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

/** Distance in brightness at which a press takes a point instead of adding one. */
const NEAR = 14;

const steps: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Renders the tone curve. A press on the chart adds a point; points move by drag or arrow keys. */
export function CurveEditor({ curve, onChange, onSet }: Props) {
  const { t } = useLingui();
  const points = curve.length > 0 ? curve : straightCurve;
  const drags = usePointDrags(points, onChange);
  function add() {
    const added = withNewPoint(points, widestGap(points));
    if (added) onSet(added.points);
  }
  return (
    <section aria-label={t`Tone curve`} className="grid gap-2 pt-2">
      <div className="flex min-h-11 items-center justify-between gap-2">
        <h3 className="text-muted text-sm">
          <Trans comment="The tone curve of a photo">Curve</Trans>
        </h3>
        <div className="flex gap-2">
          <Button variant="plain" size="small" disabled={points.length >= CURVE_POINTS_MAX} onClick={add}>
            <Trans>Add point</Trans>
          </Button>
          <Button variant="plain" size="small" disabled={curve.length === 0} onClick={() => onSet([])}>
            <Trans>Reset curve</Trans>
          </Button>
        </div>
      </div>
      <div className="px-4 pb-4">
        <div
          dir="ltr"
          {...drags}
          className="relative mx-auto aspect-square w-full max-w-72 cursor-crosshair touch-none rounded-sm bg-wash"
        >
          <Chart points={points} />
          {points.map((point, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a point keeps its index while it moves.
            <PointHandle key={index} {...{ points, point, index, onChange, onSet }} />
          ))}
        </div>
      </div>
    </section>
  );
}

/** Returns the pointer events of the chart: a press takes the nearest point, or adds one. */
function usePointDrags(points: readonly CurvePoint[], onChange: Props["onChange"]) {
  /** Index of the point that is dragged. */
  const dragged = useRef<number | null>(null);
  function grab(event: PointerEvent) {
    const [input] = pointAt(event);
    const near = points.findIndex(([own]) => Math.abs(own - input) < NEAR);
    const added = near < 0 ? withNewPoint(points, input) : null;
    if (added) onChange(added.points);
    dragged.current = near < 0 ? (added?.index ?? null) : near;
    event.currentTarget.setPointerCapture(event.pointerId);
  }
  function drag(event: PointerEvent) {
    if (dragged.current === null) return;
    onChange(storedCurve(withMovedPoint(points, dragged.current, ...pointAt(event))));
  }
  function release() {
    dragged.current = null;
  }
  return { onPointerDown: grab, onPointerMove: drag, onPointerUp: release, onPointerCancel: release };
}

/** Returns the brightnesses at the pointer in the chart. */
function pointAt({ currentTarget, clientX, clientY }: PointerEvent): CurvePoint {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return [((clientX - left) / width) * 255, 255 - ((clientY - top) / height) * 255];
}

interface HandleProps extends Omit<Props, "curve"> {
  points: readonly CurvePoint[];
  point: CurvePoint;
  index: number;
}

/** Renders a point as a slider of its output. Its other arrow keys move the input. */
function PointHandle({ points, point: [input, output], index, onChange, onSet }: HandleProps) {
  const { t } = useLingui();
  const [place, count] = [index + 1, points.length];
  function press(event: KeyboardEvent) {
    const step = steps[event.key];
    if (event.key === "Delete" || event.key === "Backspace") onSet(storedCurve(withoutPoint(points, index)));
    else if (step) {
      const by = event.shiftKey ? 10 : 1;
      onChange(storedCurve(withMovedPoint(points, index, input + step[0] * by, output + step[1] * by)));
    } else return;
    event.preventDefault();
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t({ message: `Point ${place} of ${count}`, comment: "A point of the tone curve" })}
      aria-valuemin={0}
      aria-valuemax={255}
      aria-valuenow={output}
      aria-valuetext={t({
        message: `${input} becomes ${output}`,
        comment: "Two brightnesses, from 0 to 255",
      })}
      onKeyDown={press}
      onDoubleClick={() => onSet(storedCurve(withoutPoint(points, index)))}
      style={{ left: `${(input / 255) * 100}%`, bottom: `${(output / 255) * 100}%` }}
      className="absolute -mb-5.5 -ms-5.5 grid size-11 place-items-center rounded-full"
    >
      <span aria-hidden className="size-3.5 rounded-full border-2 border-ink bg-paper" />
    </div>
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
