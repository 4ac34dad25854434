import type { ComponentProps, MouseEvent } from "react";
import { Link, type LinkProps } from "react-router";
import { type ButtonShape, buttonLook } from "./button-look";

export interface ButtonProps extends Omit<ComponentProps<"button">, "className">, ButtonShape {
  /** Under way: presses do nothing, and the button says `busyLabel` instead of its own label. */
  busy?: boolean;
  busyLabel?: string;
}

/** A button. `type` is "button" unless said otherwise, so that none submits a form by accident. */
export function Button({
  look,
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
    // Not `disabled`: that would drop the focus of whoever just pressed Enter.
    if (busy) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      {...rest}
      type={type}
      onClick={press}
      aria-disabled={busy || rest["aria-disabled"]}
      className={buttonLook({ look, size, wide, className })}
    >
      {busy && busyLabel ? busyLabel : children}
    </button>
  );
}

export interface ButtonLinkProps extends Omit<LinkProps, "className">, ButtonShape {}

/** A link that looks like a button: for going somewhere, where a Button does something. */
export function ButtonLink({ look, size, wide, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonLook({ look, size, wide, className })} />;
}
