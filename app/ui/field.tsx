import { Trans } from "@lingui/react/macro";
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useId, useState } from "react";
import { lengthOf } from "~/contract/text-length";
import { classNames } from "./class-names";
import { controlClasses } from "./control-classes";
import { FieldError, type FieldErrors, firstError } from "./field-error";
import { type LabelHidden, labelClasses } from "./label-classes";
import { describedBy, messageIds } from "./message-ids";

export interface FieldFrame {
  label: string;
  /** Hides the label visually, where the placeholder and the context are enough. */
  labelHidden?: LabelHidden;
  hint?: ReactNode;
  /** Shows "optional" beside the label; required fields show nothing. */
  optional?: boolean;
  /** Errors, of which the first is shown under the control. Takes conform's `field.errors`. */
  error?: FieldErrors;
  /**
   * Maximum number of characters as `lengthOf` counts them. A counter appears when a tenth is left, and warns beyond
   * the limit.
   */
  limit?: number;
  className?: string;
}

function useLength(value: unknown, defaultValue: unknown) {
  const [typed, setTyped] = useState(() => lengthOf(String(defaultValue ?? "")));
  return {
    length: value === undefined ? typed : lengthOf(String(value)),
    count: (event: FormEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setTyped(lengthOf(event.currentTarget.value)),
  };
}

function Frame({
  id,
  label,
  labelHidden,
  hint,
  optional,
  error,
  limit,
  length,
  className,
  children,
}: FieldFrame & { id: string; length: number; children: ReactNode }) {
  const ids = messageIds(id);
  const counter = `${length}/${limit}`;
  return (
    <div className={classNames("grid gap-1.5", className)}>
      <label htmlFor={id} className={labelClasses(labelHidden ?? false, "font-medium text-sm")}>
        <span>{label}</span>
        {optional && (
          <span className="font-normal text-muted">
            {" "}
            <Trans comment="After the label of a field">(optional)</Trans>
          </span>
        )}
      </label>
      {children}
      <div className="flex items-start justify-between gap-3 text-sm empty:hidden">
        {firstError(error) ? (
          <FieldError id={ids.error} error={error} />
        ) : (
          hint && (
            <p id={ids.hint} className="text-muted">
              {hint}
            </p>
          )
        )}
        {nearLimit(length, limit) && (
          <p
            id={ids.counter}
            className={classNames(
              "figures ms-auto shrink-0",
              length > (limit ?? 0) ? "text-danger" : "text-muted",
            )}
          >
            <Trans comment="For example: 495/500 characters">
              <span>{counter}</span>
              <span className="sr-only"> characters</span>
            </Trans>
          </p>
        )}
      </div>
    </div>
  );
}

function nearLimit(length: number, limit: number | undefined): boolean {
  return limit !== undefined && length >= limit - Math.max(10, Math.round(limit / 10));
}

function useControl(
  props: Pick<FieldFrame, "error" | "hint" | "limit"> & {
    id?: string;
    value?: unknown;
    defaultValue?: unknown;
    "aria-describedby"?: string;
    "aria-invalid"?: ComponentProps<"input">["aria-invalid"];
  },
) {
  const ownId = useId();
  const id = props.id ?? ownId;
  const ids = messageIds(id);
  const { length, count } = useLength(props.value, props.defaultValue);
  const invalid = firstError(props.error) !== undefined;
  return {
    id,
    length,
    count,
    aria: {
      "aria-invalid": invalid || props["aria-invalid"] || undefined,
      "aria-describedby": describedBy(
        props["aria-describedby"],
        invalid && ids.error,
        !invalid && props.hint !== undefined && ids.hint,
        nearLimit(length, props.limit) && ids.counter,
      ),
    },
  };
}

export type FieldProps = FieldFrame &
  Omit<ComponentProps<"input">, "className" | "size"> & {
    /** Content inside the control at its end, such as a show-password button. */
    trailing?: ReactNode;
  };

/**
 * A labelled one-line input. Takes what conform's `getInputProps(field, {type})` returns; pass `error={field.errors}`.
 * `maxLength` from conform is dropped when `limit` is given, so that a paste that is too long shows an error instead of
 * being cut.
 */
export function Field({
  label,
  labelHidden,
  hint,
  optional,
  error,
  limit,
  className,
  trailing,
  onInput,
  ...input
}: FieldProps) {
  const { id, length, count, aria } = useControl({ ...input, error, hint, limit });
  return (
    <Frame {...{ id, label, labelHidden, hint, optional, error, limit, length, className }}>
      <div className="relative">
        <input
          // Content at the control's end does not change sides with the text.
          dir={trailing === undefined ? "auto" : undefined}
          {...input}
          {...aria}
          id={id}
          maxLength={limit === undefined ? input.maxLength : undefined}
          onInput={(event) => {
            count(event);
            onInput?.(event);
          }}
          className={controlClasses(classNames("h-11", trailing !== undefined && "pe-12"))}
        />
        {trailing && <div className="absolute inset-y-0 end-0 flex items-center">{trailing}</div>}
      </div>
    </Frame>
  );
}

export type TextAreaProps = FieldFrame & Omit<ComponentProps<"textarea">, "className">;

/** A labelled multi-line text that grows with its content (ui/field-sizing.client.ts for older browsers). */
export function TextArea({
  label,
  labelHidden,
  hint,
  optional,
  error,
  limit,
  className,
  onInput,
  rows = 3,
  ...input
}: TextAreaProps) {
  const { id, length, count, aria } = useControl({ ...input, error, hint, limit });
  // Marks it as changed. React sets `defaultValue` at each render: an unchanged text area takes its text anew, and the
  // click that has caused the render places the caret at the start.
  useEffect(() => {
    const area = document.getElementById(id);
    if (area instanceof HTMLTextAreaElement) area.setRangeText("", 0, 0, "preserve");
  }, [id]);
  return (
    <Frame {...{ id, label, labelHidden, hint, optional, error, limit, length, className }}>
      <textarea
        dir="auto"
        {...input}
        {...aria}
        id={id}
        rows={rows}
        maxLength={limit === undefined ? input.maxLength : undefined}
        onInput={(event) => {
          count(event);
          onInput?.(event);
        }}
        className={controlClasses("field-sizing-content block max-h-80 resize-none py-2.5 leading-normal")}
        style={{ minHeight: `calc(${rows} * 1.5rem + 1.375rem)` }}
      />
    </Frame>
  );
}
