import { RadioGroup } from "~/ui/radio-group";
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
      <RadioGroup
        legend={legend}
        legendHidden
        name={name}
        options={Object.fromEntries(Object.entries(options).map(([option, label]) => [option, { label }]))}
        defaultValue={value}
      />
    </SaveForm>
  );
}
