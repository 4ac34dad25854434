import { classNames } from "./class-names";

/**
 * `primary`: the one main action of a view; `quiet`: outlined; `plain`: text only; `danger`: deletes; `glow`: the
 * signature gradient, on the landing page only.
 */
export type ButtonVariant = "primary" | "quiet" | "plain" | "danger" | "glow";
export type ButtonSize = "medium" | "small";

export interface ButtonShape {
  variant?: ButtonVariant;
  /** `medium` is 44 px high; `small` looks 36 px high with a tap target of 44 px. */
  size?: ButtonSize;
  /** Fills the width of its column. */
  wide?: boolean;
  className?: string;
}

const variants: Record<ButtonVariant, string> = {
  primary: "bg-ink text-paper hover:bg-ink/88 active:bg-ink/80",
  quiet: "border border-edge text-ink hover:bg-wash active:bg-line",
  plain: "text-ink hover:bg-wash active:bg-line",
  danger: "bg-danger text-on-danger hover:bg-danger/90 active:bg-danger/80",
  glow: "glow-button text-on-glow",
};

const sizes: Record<ButtonSize, string> = {
  medium: "min-h-11 px-5 text-base",
  small: "min-h-9 px-3.5 text-sm touch-around",
};

/** Returns the classes shared by buttons and links that look like one. */
export function buttonClasses({
  variant = "primary",
  size = "medium",
  wide,
  className,
}: ButtonShape): string {
  return classNames(
    // One line, unless it is wider than its container.
    "button inline-flex max-w-full shrink-0 select-none text-center items-center justify-center gap-2 rounded-control font-semibold transition-colors",
    "aria-disabled:opacity-55 disabled:opacity-55 [&_svg]:size-[1.2em] [&_svg]:shrink-0",
    variants[variant],
    sizes[size],
    wide && "w-full",
    className,
  );
}
