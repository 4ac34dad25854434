import { type ComponentType, useCallback, useEffect, useState } from "react";

/**
 * Returns a part of the page and a function that loads its code. The part is null before, and while loading fails: the
 * page works without it. The next call tries again.
 * @param load stays the same in every render
 */
export function useQuietPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): [ComponentType<Props> | null, () => void] {
  const [part, setPart] = useState<ComponentType<Props> | null>(null);
  const want = useCallback(() => {
    load().then(
      (loaded) => setPart(() => loaded.default),
      () => undefined,
    );
  }, [load]);
  return [part, want];
}

/**
 * Loads a part as soon as the window is wide enough for it.
 * @param windows a media query
 * @param want loads its code
 */
export function useInWideWindow(windows: string, want: () => void): void {
  useEffect(() => {
    const wide = matchMedia(windows);
    const check = () => {
      if (wide.matches) want();
    };
    check();
    wide.addEventListener("change", check);
    return () => wide.removeEventListener("change", check);
  }, [windows, want]);
}
