import { useId } from "react";
import { Slider } from "~/ui/slider";
import { type Adjustments, noAdjustments } from "./edits";

const labels: Record<keyof Adjustments, string> = {
  light: "Light",
  contrast: "Contrast",
  warmth: "Warmth",
  saturation: "Saturation",
  fade: "Fade",
  vignette: "Vignette",
  grain: "Grain",
};

/** Those that can only be added. */
const oneSided = new Set<keyof Adjustments>(["fade", "vignette", "grain"]);

interface Props {
  adjustments: Adjustments;
  onChange: (name: keyof Adjustments, value: number) => void;
}

/** Renders a slider for each adjustment. */
export function AdjustmentSliders({ adjustments, onChange }: Props) {
  // The keys of the type.
  const names = Object.keys(noAdjustments) as (keyof Adjustments)[];
  return (
    <div className="grid gap-1 pt-4">
      {names.map((name) => (
        <LabelledSlider
          key={name}
          label={labels[name]}
          min={oneSided.has(name) ? 0 : -100}
          max={100}
          value={adjustments[name]}
          onChange={(value) => onChange(name, value)}
        />
      ))}
    </div>
  );
}

interface LabelledSliderProps {
  label: string;
  min: number;
  max: number;
  value: number;
  unit?: string;
  onChange: (value: number) => void;
}

/** Renders a slider between its name and its value. */
export function LabelledSlider({ label, min, max, value, unit = "", onChange }: LabelledSliderProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)_2.75rem] items-center gap-2 text-sm">
      <label htmlFor={id}>{label}</label>
      <Slider
        id={id}
        min={min}
        max={max}
        value={value}
        aria-valuetext={`${value}${unit}`}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
        className="min-w-0 text-ink"
      />
      <output htmlFor={id} aria-hidden className="text-end text-muted tabular-nums">
        {`${value > 0 && min < 0 ? "+" : ""}${value}${unit}`}
      </output>
    </div>
  );
}
