import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "./class-names";
import { FieldError, type FieldErrors, firstError } from "./field-error";
import { describedBy, messageIds } from "./message-ids";

export interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "className"> {
  /** Missing where `aria-label` names the box, as in a table. */
  label?: ReactNode;
  error?: FieldErrors;
  /** The place of the box beside a label of several lines. */
  align?: "start" | "center";
  className?: string;
}

/** A native checkbox with its label. Takes conform's `getInputProps(field, {type: "checkbox"})`. */
export function Checkbox({ label, error, align = "start", className, ...input }: CheckboxProps) {
  const ownId = useId();
  const id = input.id ?? ownId;
  const ids = messageIds(id);
  const invalid = firstError(error) !== undefined;
  return (
    <div className={classNames("grid gap-1", className)}>
      <div className={classNames("flex", align === "center" ? "items-center gap-3" : "items-start gap-2.5")}>
        <span className={classNames("relative inline-flex", align === "start" && "mt-0.5")}>
          <input
            {...input}
            id={id}
            type="checkbox"
            aria-invalid={invalid || input["aria-invalid"] || undefined}
            aria-describedby={describedBy(input["aria-describedby"], invalid && ids.error)}
            className="peer touch-around size-5 appearance-none rounded-sm border border-edge bg-surface transition-colors checked:border-ink checked:bg-ink hover:border-ink aria-invalid:border-danger"
          />
          <svg
            aria-hidden
            viewBox="0 0 20 20"
            className="pointer-events-none absolute inset-0 size-5 fill-none stroke-2 stroke-paper opacity-0 peer-checked:opacity-100"
          >
            <path d="m5.5 10.5 3 3 6-7" strokeLinecap="round" strokeLinejoin="round" />
          </svg>
        </span>
        {label !== undefined && (
          <label htmlFor={id} className="py-px">
            {label}
          </label>
        )}
      </div>
      <FieldError id={ids.error} error={error} />
    </div>
  );
}
