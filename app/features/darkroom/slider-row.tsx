import { useLingui } from "@lingui/react/macro";
import { type KeyboardEvent, useId, useState } from "react";
import { classNames } from "~/ui/class-names";
import { Slider } from "~/ui/slider";

interface Props {
  label: string;
  min: number;
  max: number;
  step?: number;
  value: number;
  /** The value of a double press. */
  initial?: number;
  unit?: string;
  onChange: (value: number) => void;
  /** Called when a value was typed or reset: that is a step of its own. */
  onSet: (value: number) => void;
}

/** Renders a slider between its name and its editable value; large text puts it below. A double press resets it. */
export function SliderRow({
  label,
  min,
  max,
  step = 1,
  value,
  initial = 0,
  unit = "",
  onChange,
  onSet,
}: Props) {
  const id = useId();
  return (
    <div className="@container">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Delete in the slider does the same. */}
      <div
        className="grid @max-[15rem]:grid-cols-[1fr_3.75rem] grid-cols-[5.75rem_minmax(0,1fr)_3.75rem] items-center gap-x-2 text-sm"
        onDoubleClick={({ target }) => {
          if (!(target instanceof HTMLInputElement && target.type === "text")) onSet(initial);
        }}
      >
        <label htmlFor={id} className={classNames("select-none", value === initial && "text-muted")}>
          {label}
        </label>
        <Slider
          id={id}
          min={min}
          max={max}
          step={step}
          value={value}
          aria-valuetext={`${value}${unit}`}
          onChange={(event) => onChange(Number(event.currentTarget.value))}
          onKeyDown={({ key }) => (key === "Delete" || key === "Backspace") && onSet(initial)}
          className={classNames(
            "@max-[15rem]:order-last @max-[15rem]:col-span-2 min-w-0 text-ink",
            min < 0 && "two-way",
          )}
        />
        <NumberField {...{ label, min, max, step, value, unit, onSet }} />
      </div>
    </div>
  );
}

type NumberFieldProps = Pick<Props, "label" | "min" | "max" | "value" | "onSet"> & {
  step: number;
  unit: string;
};

/** Renders the value as an editable text. Enter or blur sets it; a value that is not a number changes nothing. */
export function NumberField({ label, min, max, step, value, unit, onSet }: NumberFieldProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = `${value > 0 && min < 0 ? "+" : ""}${value}${unit}`;
  function set() {
    const number = Number.parseFloat((typed ?? "").replace(",", ".").replace("−", "-"));
    setTyped(null);
    if (!Number.isFinite(number)) return;
    const rounded = Number((Math.round(number / step) * step).toFixed(2));
    onSet(Math.min(Math.max(rounded, min), max));
  }
  function press(event: KeyboardEvent) {
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) set();
    if (event.key === "Escape") setTyped(null);
  }
  return (
    <input
      type="text"
      inputMode={min < 0 ? "text" : "decimal"}
      dir="ltr"
      aria-label={t({ message: `${label}, as a number`, comment: "A field beside a slider" })}
      data-own-escape={typed === null ? undefined : ""}
      autoComplete="off"
      value={typed ?? shown}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => typed !== null && set()}
      onKeyDown={press}
      className="h-11 w-full min-w-0 rounded-sm bg-transparent px-1.5 text-end rtl:text-start pointer-fine:text-sm text-muted tabular-nums hover:bg-wash focus:bg-wash focus:text-ink"
    />
  );
}
