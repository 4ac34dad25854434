import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { classNames } from "./class-names";
import { type LabelHidden, labelClasses } from "./label-classes";

interface Ratio<Value extends string> {
  value: Value;
  label: MessageDescriptor | string;
  /** Width and height, as in CSS; null for the photo's own. */
  ratio: string | number | null;
}

interface Props<Value extends string> {
  legend: string;
  /** Hides the legend visually, below a heading that says the same. */
  legendHidden?: LabelHidden;
  /** The radio buttons' name in the form. */
  name: string;
  ratios: readonly Ratio<Value>[];
  value: Value;
  onPick: (value: Value) => void;
  /** Whether the choice cannot change at present; the buttons keep the focus. */
  isFixed?: boolean;
  /** Classes of the row. */
  className?: string;
  /** Classes of a ratio: its width. */
  tileClassName: string;
}

/** Native radio buttons for the ratio of width to height, each drawn in its proportions. */
export function RatioPicker<Value extends string>({
  legend,
  legendHidden = false,
  name,
  ratios,
  value: picked,
  onPick,
  isFixed = false,
  className,
  tileClassName,
}: Props<Value>) {
  const { t } = useLingui();
  return (
    <fieldset aria-disabled={isFixed || undefined} className="min-w-0">
      <legend className={labelClasses(legendHidden, "mb-1.5 font-medium text-sm")}>{legend}</legend>
      <div className={classNames("gap-2", className)}>
        {ratios.map(({ value, label, ratio }) => (
          <label
            key={value}
            className={classNames(
              "relative flex min-h-14 cursor-pointer flex-col items-center justify-end gap-1.5 whitespace-nowrap rounded-control border px-0.5 py-2 text-sm has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2",
              value === picked ? "border-ink bg-wash font-semibold" : "border-edge text-muted hover:text-ink",
              tileClassName,
            )}
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === picked}
              onChange={() => onPick(value)}
              className="sr-only"
            />
            <span
              aria-hidden
              style={{ aspectRatio: ratio ?? undefined }}
              className={classNames(
                "rounded-[2px] border-[1.5px] border-current",
                ratio === null ? "size-4 border-dashed" : "h-4",
              )}
            />
            {/* On a page from right to left "4 : 5" would read as 5 : 4. */}
            <span dir="auto">{typeof label === "string" ? label : t(label)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
