import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/button";

/** Renders a form with a Save button that carries the `intent`. */
export function SaveForm({
  intent,
  onSubmit,
  children,
}: {
  intent: string;
  onSubmit?: () => void;
  children: ReactNode;
}) {
  const { formData } = useNavigation();
  return (
    <Form method="post" preventScrollReset onSubmit={onSubmit} className="grid gap-4">
      {children}
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
