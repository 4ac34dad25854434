import { useEffect, useRef } from "react";
import type { ChosenPhoto } from "./photo-list";

/** Revokes the object URL of a photo that is no longer shown. */
export function usePreviewUrls(photos: readonly ChosenPhoto[]): void {
  const shown = useRef<readonly string[]>([]);
  useEffect(() => {
    const current = photos.map(({ preview }) => preview);
    for (const url of shown.current) if (!current.includes(url)) URL.revokeObjectURL(url);
    shown.current = current;
  }, [photos]);
  useEffect(() => () => shown.current.forEach((url) => void URL.revokeObjectURL(url)), []);
}
