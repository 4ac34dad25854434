import { useEffect, useEffectEvent } from "react";

const keepers = new Set<() => void>();

/** Calls `keep`, which stores what was typed, before the log-in follows. Returns the function that ends this. */
export function beforeLogIn(keep: () => void): () => void {
  keepers.add(keep);
  return () => void keepers.delete(keep);
}

/** Calls `keep`, as `beforeLogIn` does, while the component is mounted. */
export function useBeforeLogIn(keep: () => void): void {
  const latest = useEffectEvent(keep);
  useEffect(() => beforeLogIn(() => latest()), []);
}

/**
 * Reloads the page of a member whose session has ended. The server answers with the log-in page, which says "Please log
 * in to continue." and returns here.
 */
export function leaveForLogIn(): void {
  for (const keep of keepers) keep();
  location.reload();
}
