import { useId } from "react";
import { type LabelHidden, labelClasses } from "./label-classes";

export interface RadioOption {
  label: string;
  /** Explains the choice, below the label. */
  hint?: string;
}

interface Props<Value extends string> {
  legend: string;
  /** Hides the legend visually, below a heading that says the same. */
  legendHidden?: LabelHidden;
  name: string;
  options: Record<Value, RadioOption>;
  /** The chosen value; with `defaultValue` the browser keeps it. */
  value?: NoInfer<Value>;
  defaultValue?: NoInfer<Value>;
  onChange?: (value: Value) => void;
  /** Whether the choice cannot change at present; the buttons keep the focus. */
  isFixed?: boolean;
}

/** Native radio buttons under a legend, each with its label and what it means. */
export function RadioGroup<Value extends string>({
  legend,
  legendHidden = false,
  name,
  options,
  value,
  defaultValue,
  onChange,
  isFixed = false,
}: Props<Value>) {
  const id = useId();
  // The keys of a record are its values.
  const values = Object.keys(options) as Value[];
  return (
    <fieldset aria-disabled={isFixed || undefined}>
      <legend className={labelClasses(legendHidden, "mb-1 font-medium text-sm")}>{legend}</legend>
      {values.map((option) => (
        <div key={option}>
          {/* `relative`: in front of the hint, which begins inside the 44 px of the label. */}
          <label className="relative flex min-h-11 items-center gap-3 py-2">
            <input
              type="radio"
              name={name}
              value={option}
              checked={value === undefined ? undefined : value === option}
              defaultChecked={value === undefined ? option === defaultValue : undefined}
              onChange={() => onChange?.(option)}
              aria-describedby={options[option].hint && `${id}-${option}`}
              className="size-5 shrink-0 accent-ink"
            />
            <span>{options[option].label}</span>
          </label>
          {options[option].hint && (
            <p id={`${id}-${option}`} className="-mt-2 ps-8 pb-2 text-muted text-sm">
              {options[option].hint}
            </p>
          )}
        </div>
      ))}
    </fieldset>
  );
}
