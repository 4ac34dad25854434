import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { Form } from "react-router";
import type { QuietHours } from "~/contract/push";
import { Button } from "~/ui/button";
import { selectClasses } from "~/ui/control-classes";
import { Field } from "~/ui/field";
import { FieldError } from "~/ui/field-error";
import { inputProps } from "~/ui/field-props";
import { FormError } from "~/ui/form-error";
import { useHydrated } from "~/ui/use-hydrated";
import { useSettingsForm } from "./use-settings-form";

interface Props {
  hours: QuietHours | null;
  /** The names of the time zones that the server knows. */
  timeZones: string[];
  lastResult?: SubmissionResult<string[]>;
}

/** Renders the form of the quiet hours, and a button that ends them. */
export function QuietHoursForm({ hours, timeZones, lastResult }: Props) {
  const { t } = useLingui();
  const given = hours ?? { from: "22:00", to: "07:00" };
  const { form, fields, busy } = useSettingsForm("quiet-hours", lastResult, given);
  const { timeZone } = fields;
  const zone = useZone(timeZone.initialValue);
  return (
    <>
      <Form method="post" preventScrollReset {...getFormProps(form)} className="grid max-w-sm gap-4">
        <input type="hidden" name="intent" value="quiet-hours" />
        <div className="grid grid-cols-2 gap-4">
          <Field label={t({ message: "From", context: "time" })} {...inputProps(fields.from, "time")} />
          <Field label={t({ message: "To", context: "time" })} {...inputProps(fields.to, "time")} />
        </div>
        <div className="grid gap-1.5">
          <label htmlFor={timeZone.id} className="font-medium text-sm">
            <Trans>Time zone</Trans>
          </label>
          {/* The key selects the browser's zone once it is known. */}
          <select
            key={zone}
            id={timeZone.id}
            name={timeZone.name}
            defaultValue={zone}
            aria-invalid={timeZone.errors !== undefined || undefined}
            aria-describedby={timeZone.errors && timeZone.errorId}
            className={selectClasses("min-h-11")}
          >
            {[...new Set([zone, ...timeZones])].sort().map((name) => (
              <option key={name} value={name}>
                {name.replaceAll("_", " ")}
              </option>
            ))}
          </select>
          <FieldError id={timeZone.errorId} error={timeZone.errors} />
        </div>
        <FormError id={form.errorId} errors={form.errors} allErrors={form.allErrors} />
        <Button type="submit" busy={busy} busyLabel={t`Saving...`} className="justify-self-start">
          {hours ? t`Save quiet hours` : t`Turn on quiet hours`}
        </Button>
      </Form>
      {hours && (
        <Form method="post" preventScrollReset className="mt-3">
          <Button type="submit" variant="quiet" name="intent" value="end-quiet-hours">
            <Trans>Turn off quiet hours</Trans>
          </Button>
        </Form>
      )}
    </>
  );
}

/** Returns the stored time zone, else that of the browser; UTC until the page is hydrated. */
function useZone(stored: string | undefined): string {
  const isHydrated = useHydrated();
  return stored ?? (isHydrated ? new Intl.DateTimeFormat().resolvedOptions().timeZone : "UTC");
}
