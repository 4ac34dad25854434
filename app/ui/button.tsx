import type { ComponentProps, MouseEvent } from "react";
import { Link } from "react-router";
import { type ButtonShape, buttonClasses } from "./button-classes";

export interface ButtonProps extends Omit<ComponentProps<"button">, "className">, ButtonShape {
  /** Busy: presses do nothing, and the label is `busyLabel`. */
  busy?: boolean;
  busyLabel?: string;
}

/** A button. Its default `type` is "button", so that it does not submit a form by accident. */
export function Button({
  variant,
  size,
  wide,
  className,
  busy = false,
  busyLabel,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    // Not `disabled`, because that would move the focus away.
    if (busy) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      {...rest}
      type={type}
      onClick={press}
      aria-disabled={busy || rest["aria-disabled"]}
      className={buttonClasses({ variant, size, wide, className })}
    >
      {busy && busyLabel ? (
        <span key="busy">{busyLabel}</span>
      ) : (
        <span key="label" className="contents">
          {children}
        </span>
      )}
    </button>
  );
}

export interface ButtonLinkProps extends Omit<ComponentProps<typeof Link>, "className">, ButtonShape {}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, wide, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClasses({ variant, size, wide, className })} />;
}
