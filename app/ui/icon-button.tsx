import type { ComponentProps, ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import { classNames } from "./class-names";

interface IconShape {
  /** Accessible name. */
  label: string;
  /** A lucide icon or another drawing of 24 px. */
  icon: ReactNode;
  /** `photo` is for controls on top of a photo. */
  variant?: "plain" | "photo";
  /** Shows the label, or a shorter text, as a tooltip (tooltip.tsx). */
  tooltip?: boolean | string;
  className?: string;
}

const variants = {
  plain: "text-ink hover:bg-wash active:bg-line",
  photo: "on-dusk bg-scrim text-white backdrop-blur-sm hover:bg-black/75",
};

function iconClasses({ variant = "plain", className }: Pick<IconShape, "variant" | "className">): string {
  return classNames(
    "touch relative inline-flex shrink-0 items-center justify-center rounded-full transition-colors aria-disabled:opacity-55 disabled:opacity-55 [&>svg]:size-[min(1.5rem,36px)]",
    variants[variant],
    className,
  );
}

const tooltipOf = (tooltip: IconShape["tooltip"], label: string) =>
  tooltip === true ? label : tooltip || undefined;

export type IconButtonProps = Omit<ComponentProps<"button">, "className" | "aria-label"> & IconShape;

/** A round 44 px button with an icon. Pass `aria-pressed` for a toggle such as like or save. */
export function IconButton({
  label,
  icon,
  variant,
  tooltip,
  className,
  children,
  type = "button",
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      data-tooltip={tooltipOf(tooltip, label)}
      className={iconClasses({ variant, className })}
    >
      {icon}
      {children}
    </button>
  );
}

export type IconLinkProps = Omit<LinkProps, "className" | "aria-label"> & IconShape;

/** A link that looks like an IconButton. */
export function IconLink({ label, icon, variant, tooltip, className, children, ...rest }: IconLinkProps) {
  return (
    <Link
      {...rest}
      aria-label={label}
      data-tooltip={tooltipOf(tooltip, label)}
      className={iconClasses({ variant, className })}
    >
      {icon}
      {children}
    </Link>
  );
}
