import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";

/** Renders a form with one checkbox, submitted as `hidden`, and a Save button that carries the `intent`. */
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
  const { formData } = useNavigation();
  return (
    <Form method="post" preventScrollReset onSubmit={onSubmit} className="grid gap-4">
      <Checkbox label={label} name="hidden" defaultChecked={hidden} />
      <Button
        type="submit"
        look="quiet"
        name="intent"
        value={intent}
        busy={formData?.get("intent") === intent}
        busyLabel="Saving..."
        className="justify-self-start"
      >
        Save
      </Button>
    </Form>
  );
}
