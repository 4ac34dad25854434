import { Checkbox } from "~/ui/checkbox";
import { SaveForm } from "./save-form";

/** Renders a form with one checkbox. @param name of its field */
export function SwitchForm({
  intent,
  label,
  name = "hidden",
  isOn,
  onSubmit,
}: {
  intent: string;
  label: string;
  name?: string;
  isOn: boolean;
  onSubmit?: () => void;
}) {
  return (
    <SaveForm intent={intent} onSubmit={onSubmit}>
      <Checkbox label={label} name={name} defaultChecked={isOn} />
    </SaveForm>
  );
}
