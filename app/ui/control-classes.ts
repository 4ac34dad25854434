import { classNames } from "./class-names";

/** Returns the classes of a text control. */
export function controlClasses(className?: string): string {
  return classNames(
    "w-full rounded-control border border-edge bg-surface px-3.5 text-ink transition-colors placeholder:text-muted hover:border-ink/60 " +
      "focus-visible:outline-2 focus-visible:outline-offset-0 disabled:opacity-60 aria-invalid:border-danger",
    className,
  );
}

/** Returns the classes of a native list of options, with one arrow in all browsers. */
export function selectClasses(className?: string): string {
  return controlClasses(classNames("select-arrow pe-9", className));
}
