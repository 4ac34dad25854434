/** Calls a function once the browser has nothing else to do. Returns a function that cancels the call. */
export function whenIdle(work: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(work, 500);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(work, { timeout: 3000 });
  return () => cancelIdleCallback(id);
}
