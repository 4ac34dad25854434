import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";

/** Whether connections see that the member is online. */
export function PresenceForm({ hidden }: { hidden: boolean }) {
  const { formData } = useNavigation();
  return (
    <Form method="post" preventScrollReset className="grid gap-4">
      <Checkbox label="Hide that I am online" name="hidden" defaultChecked={hidden} />
      <Button
        type="submit"
        look="quiet"
        name="intent"
        value="presence"
        busy={formData?.get("intent") === "presence"}
        busyLabel="Saving..."
        className="justify-self-start"
      >
        Save
      </Button>
    </Form>
  );
}
