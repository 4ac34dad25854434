let lastAt = Date.now();
let elapsed = 0;

/**
 * Returns milliseconds of this isolate, to measure lengths of time: it never goes back, whatever the clock does (NTP, a
 * laptop that wakes). While the clock is behind a time that it has shown, only what passes from then on counts.
 * `performance.now()` of the runtime follows the clock too, and Cloudflare's documentation does not call it monotonic.
 */
export function elapsedMs(): number {
  const now = Date.now();
  elapsed += Math.max(now - lastAt, 0);
  lastAt = now;
  return elapsed;
}
