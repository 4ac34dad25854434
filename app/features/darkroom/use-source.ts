import { useEffect, useEffectEvent, useState } from "react";
import { PhotoError, unreadable } from "~/features/photo/photo-problems";
import { showToast } from "~/ui/toast";
import { openSource, type Source } from "./source";

/** Returns a file's photo while mounted; null until it is open. @param onFailure called after a toast */
export function useSource(file: Blob, keepsOriginal: boolean, onFailure: () => void): Source | null {
  const [source, setSource] = useState<Source | null>(null);
  const fail = useEffectEvent((error: unknown) => {
    reportUnreadable(error);
    onFailure();
  });
  useEffect(() => {
    let isGone = false;
    const opening = openSource(file, keepsOriginal);
    opening.then(
      (opened) => isGone || setSource(opened),
      (error) => isGone || fail(error),
    );
    return () => {
      isGone = true;
      opening.then(
        (opened) => opened.close(),
        () => undefined,
      );
    };
  }, [file, keepsOriginal]);
  return source;
}

export function reportUnreadable(error: unknown): void {
  showToast({ kind: "danger", ...(error instanceof PhotoError ? error.problem : unreadable) });
}
