import { classNames } from "./class-names";

/** A progress bar in the signature gradient: `value` from 0 to 1, or indeterminate without it. */
export function Progress({ value, label, className }: { value?: number; label: string; className?: string }) {
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      // The animation runs to the right.
      dir={percent === undefined ? "ltr" : undefined}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={classNames(
        "h-1.5 overflow-hidden rounded-full bg-line forced-colors:border forced-colors:bg-paper",
        className,
      )}
    >
      <div
        className={classNames(
          "afterglow-gradient h-full rounded-full",
          percent === undefined ? "w-2/5 animate-drift" : "transition-[width] duration-250 ease-out",
        )}
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
