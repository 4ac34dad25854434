import type { ComponentProps } from "react";
import { controlClasses } from "./control-classes";

interface Props
  extends Pick<ComponentProps<"input">, "ref" | "value" | "autoFocus" | "enterKeyHint" | "className"> {
  /** The accessible name and the placeholder. */
  label: string;
  onType: (text: string) => void;
}

/** Renders a field that searches a list while one types. */
export function SearchInput({ label, onType, className = "", ...props }: Props) {
  return (
    <input
      {...props}
      type="search"
      dir="auto"
      onChange={(event) => onType(event.currentTarget.value)}
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      className={controlClasses(`h-11 ${className}`)}
    />
  );
}
