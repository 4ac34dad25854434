import { useLayoutEffect } from "react";

/**
 * Sets an attribute on the root while the component is mounted, for styles of its surroundings. `:has()` would
 * re-evaluate the whole page on every change.
 */
export function useRootAttribute(name: `data-${string}`, value: string): void {
  useLayoutEffect(() => {
    document.documentElement.setAttribute(name, value);
    return () => {
      document.documentElement.removeAttribute(name);
    };
  }, [name, value]);
}
