import { Checkbox } from "~/ui/checkbox";
import { SaveForm } from "./save-form";

/** Renders a form with one checkbox, submitted as `hidden`. */
export function SwitchForm({
  intent,
  label,
  hidden,
  onSubmit,
}: {
  intent: string;
  label: string;
  hidden: boolean;
  onSubmit?: () => void;
}) {
  return (
    <SaveForm intent={intent} onSubmit={onSubmit}>
      <Checkbox label={label} name="hidden" defaultChecked={hidden} />
    </SaveForm>
  );
}
