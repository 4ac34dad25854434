import { Form, useNavigation } from "react-router";
import { EMAIL_LINK_HOURS } from "~/contract/limits";
import { Button } from "~/ui/button";

const actions = [
  { value: "email-resend", label: "Send again", busyLabel: "Sending..." },
  { value: "email-cancel", label: "Cancel", busyLabel: "Cancelling..." },
];

/** Renders the new e-mail address that waits for its confirmation, with buttons to send the link again and to cancel. */
export function PendingEmail({ email }: { email: string }) {
  const { formData } = useNavigation();
  const intent = formData?.get("intent");
  return (
    <div className="mb-6 max-w-lg rounded-card border border-line p-4">
      <p className="wrap-anywhere font-medium">Waiting for confirmation of {email}</p>
      <p className="mt-1 text-muted text-sm">
        Open the link that we sent to this address. It works for {EMAIL_LINK_HOURS} hours. Check your spam
        folder if it does not arrive.
      </p>
      <Form method="post" preventScrollReset className="mt-4 flex flex-wrap gap-3">
        {actions.map(({ value, label, busyLabel }) => (
          <Button
            key={value}
            type="submit"
            look="quiet"
            size="small"
            name="intent"
            value={value}
            busy={intent === value}
            busyLabel={busyLabel}
          >
            {label}
          </Button>
        ))}
      </Form>
    </div>
  );
}
