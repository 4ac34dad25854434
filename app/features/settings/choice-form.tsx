import { SaveForm } from "./save-form";

/** Renders a form with radio buttons, submitted as `name`. */
export function ChoiceForm({
  intent,
  legend,
  name,
  options,
  value,
  onSubmit,
}: {
  intent: string;
  legend: string;
  name: string;
  /** The labels of the values. */
  options: Record<string, string>;
  value: string;
  onSubmit?: () => void;
}) {
  return (
    <SaveForm intent={intent} onSubmit={onSubmit}>
      <fieldset>
        <legend className="sr-only">{legend}</legend>
        {Object.entries(options).map(([option, label]) => (
          <label key={option} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name={name}
              value={option}
              defaultChecked={option === value}
              className="size-5 shrink-0 accent-ink"
            />
            {label}
          </label>
        ))}
      </fieldset>
    </SaveForm>
  );
}
