import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { useEffect, useRef } from "react";
import { Form } from "react-router";
import type { QuietHours } from "~/contract/push";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { inputProps } from "~/ui/field-props";
import { FormError } from "~/ui/form-error";
import { useSettingsForm } from "./use-settings-form";

interface Props {
  hours: QuietHours | null;
  lastResult?: SubmissionResult<string[]> | undefined;
}

/** Renders the form of the quiet hours, and a button that ends them. */
export function QuietHoursForm({ hours, lastResult }: Props) {
  const given = hours ?? { from: "22:00", to: "07:00", timeZone: "" };
  const { form, fields, busy } = useSettingsForm("quiet-hours", lastResult, given);
  const zone = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (zone.current?.value === "") zone.current.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  }, []);
  return (
    <>
      <p>{hours ? `On, from ${hours.from} to ${hours.to} (${hours.timeZone}).` : "Off."}</p>
      <Form method="post" preventScrollReset {...getFormProps(form)} className="mt-4 grid max-w-sm gap-4">
        <input type="hidden" name="intent" value="quiet-hours" />
        <Field label="From" {...inputProps(fields.from, "time")} />
        <Field label="To" {...inputProps(fields.to, "time")} />
        <Field
          label="Time zone"
          hint="Such as Europe/Berlin"
          ref={zone}
          {...inputProps(fields.timeZone)}
          autoComplete="off"
        />
        <FormError id={form.errorId} errors={form.errors} allErrors={form.allErrors} />
        <Button type="submit" look="quiet" busy={busy} busyLabel="Saving..." className="justify-self-start">
          Save quiet hours
        </Button>
      </Form>
      {hours && (
        <Form method="post" preventScrollReset className="mt-4">
          <Button type="submit" look="quiet" name="intent" value="end-quiet-hours">
            Turn off quiet hours
          </Button>
        </Form>
      )}
    </>
  );
}
