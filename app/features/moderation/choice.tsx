import { selectClasses } from "~/ui/control-classes";

interface ChoiceProps {
  name: string;
  label: string;
  value: string;
  /** The option that selects nothing. */
  all?: string;
  /** Values with their labels. */
  options: readonly (readonly [value: string, label: string])[];
}

/** Renders a native list of options with its label. */
export function Choice({ name, label, value, all, options }: ChoiceProps) {
  return (
    <label className="grid content-start gap-1.5 font-medium text-sm">
      <span>{label}</span>
      {/* The key sets the value again when the page's address changes. */}
      <select
        key={value}
        name={name}
        defaultValue={value}
        className={selectClasses("min-h-11 font-normal text-base")}
      >
        {all && <option value="">{all}</option>}
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
