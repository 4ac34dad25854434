import { type RefObject, useEffect, useRef } from "react";

/** Returns the ref of a controlled text area. Keeps what was typed before hydration, which React would remove. */
export function useTextBeforeHydration(
  restore: (text: string) => void,
): RefObject<HTMLTextAreaElement | null> {
  const area = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration.
  useEffect(() => {
    if (area.current?.value) restore(area.current.value);
  }, []);
  return area;
}
