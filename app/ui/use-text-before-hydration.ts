import { type RefObject, useEffectEvent, useLayoutEffect } from "react";

/**
 * Passes on text typed into a controlled field before hydration, which React's next render would remove. React keeps
 * `defaultValue` in step with what it renders.
 */
export function useTextBeforeHydration(
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  keep: (text: string) => void,
): void {
  const keepNow = useEffectEvent(keep);
  useLayoutEffect(() => {
    const { value = "", defaultValue = "" } = field.current ?? {};
    if (value !== defaultValue) keepNow(value);
  }, [field]);
}
