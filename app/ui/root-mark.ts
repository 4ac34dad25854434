import { useLayoutEffect } from "react";

/**
 * Sets an attribute of the root as long as the component is there, for styles of what lies around it. A `:has()` with the same meaning
 * would look through the whole page whenever something in it changes.
 */
export function useRootMark(name: `data-${string}`): void {
  useLayoutEffect(() => {
    document.documentElement.setAttribute(name, "");
    return () => {
      document.documentElement.removeAttribute(name);
    };
  }, [name]);
}
