import { type ComponentProps, useId } from "react";

interface Props extends Omit<ComponentProps<"input">, "type" | "role" | "id" | "className"> {
  label: string;
  /** Explains the choice, in one line below the label. */
  hint?: string;
}

/** A native checkbox that looks like a switch, at the end of the line of its label. */
export function Switch({ label, hint, ...input }: Props) {
  const id = useId();
  return (
    <div className="flex items-start gap-4">
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-muted text-sm">
            {hint}
          </p>
        )}
      </div>
      <input
        {...input}
        id={id}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox has its state.
        role="switch"
        aria-describedby={hint && `${id}-hint`}
        className="touch-around h-6 w-11 shrink-0 appearance-none rounded-full border border-edge bg-surface transition-colors before:absolute before:start-[3px] before:top-[3px] before:size-4 before:rounded-full before:bg-edge before:transition-all checked:border-ink checked:bg-ink checked:before:start-[23px] checked:before:bg-paper hover:border-ink forced-colors:appearance-auto forced-colors:before:hidden"
      />
    </div>
  );
}
