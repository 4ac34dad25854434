import { useSyncExternalStore } from "react";
import { fullTime, relativeTime } from "./relative-time";

const TICK_MS = 30_000;

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  if (document.visibilityState !== "visible") return;
  now = Date.now();
  for (const listener of listeners) listener();
}

/** One clock for all the times on a page. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(tick, TICK_MS);
    document.addEventListener("visibilitychange", tick);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener("visibilitychange", tick);
  };
}

/**
 * How long ago, kept current. The server does not know the reader's zone and clock, so its text may differ from the browser's:
 * the first render is allowed to, and the new key afterwards puts the browser's own text in its place.
 */
export function TimeAgo({ iso, className }: { iso: string; className?: string }) {
  const at = useSyncExternalStore(
    subscribe,
    () => now,
    () => null,
  );
  const zone = at === null ? "UTC" : undefined;
  return (
    <time
      key={zone ?? "local"}
      dateTime={iso}
      title={fullTime(iso, zone)}
      suppressHydrationWarning
      className={className}
    >
      {relativeTime(iso, Math.max(at ?? 0, Date.now()), zone)}
    </time>
  );
}
