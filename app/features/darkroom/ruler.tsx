import { Trans, useLingui } from "@lingui/react/macro";
import { useId, useRef } from "react";
import { useDrags } from "~/ui/gestures";
import { STRAIGHTEN_MAX } from "./edits";
import { NumberField } from "./slider-row";

/** CSS pixels of a degree, as in darkroom.css: a tenth of a degree is a pixel and a half. */
const DEGREE = 15;

interface Props {
  degrees: number;
  onChange: (degrees: number) => void;
  /** Called when a number was typed or the ruler was reset: that is a step of its own. */
  onSet: (degrees: number) => void;
}

/** Renders a ruler of degrees, dragged below its pointer: finer than a slider of this width. Keys move its slider. */
export function Ruler({ degrees, onChange, onSet }: Props) {
  const { t } = useLingui();
  const id = useId();
  /** The degrees of the drag so far; they are rounded only for the photo. */
  const dragged = useRef(0);
  const limited = (value: number) => Math.min(Math.max(value, -STRAIGHTEN_MAX), STRAIGHTEN_MAX);
  const drags = useDrags({
    onDrag: ([from], [to]) => {
      if (!from || !to) return;
      dragged.current = limited(dragged.current - (to.x - from.x) / DEGREE);
      onChange(Math.round(dragged.current * 10) / 10);
    },
    onDragging: (isDragging) => {
      if (isDragging) dragged.current = degrees;
    },
  });
  const limits = { min: -STRAIGHTEN_MAX, max: STRAIGHTEN_MAX, step: 0.1 };
  return (
    <div className="grid">
      <div className="flex items-center justify-between gap-2 text-sm">
        <label htmlFor={id}>
          <Trans>Straighten</Trans>
        </label>
        <div className="w-18">
          <NumberField label={t`Straighten`} {...limits} value={degrees} unit="°" onSet={onSet} />
        </div>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the slider in it takes the keys. */}
      <div
        dir="ltr"
        {...drags}
        onDoubleClick={() => onSet(0)}
        className="relative h-11 cursor-ew-resize touch-pan-y overflow-hidden rounded-sm bg-wash has-focus-visible:outline-2 has-focus-visible:outline-focus"
      >
        <input
          id={id}
          type="range"
          {...limits}
          value={degrees}
          aria-valuetext={`${degrees}°`}
          onChange={(event) => onChange(Number(event.currentTarget.value))}
          onKeyDown={({ key }) => (key === "Delete" || key === "Backspace") && onSet(0)}
          className="pointer-events-none absolute inset-0 size-full opacity-0"
        />
        <span
          aria-hidden
          style={{
            left: `calc(50% - ${(STRAIGHTEN_MAX + degrees) * DEGREE}px)`,
            width: 2 * STRAIGHTEN_MAX * DEGREE + 2,
          }}
          className="ruler-ticks pointer-events-none absolute inset-y-0"
        />
        <span
          aria-hidden
          className="-translate-x-1/2 absolute inset-y-1 start-1/2 w-0.5 rounded-full bg-ink"
        />
      </div>
    </div>
  );
}
