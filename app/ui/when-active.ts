const EVENTS = ["pointermove", "pointerdown", "keydown", "scroll"];

/** Calls a function when the reader next scrolls, moves the pointer or presses a key. Returns a function that cancels the call. */
export function whenActive(work: () => void): () => void {
  const controller = new AbortController();
  const options = { capture: true, passive: true, signal: controller.signal };
  const start = () => {
    controller.abort();
    work();
  };
  for (const name of EVENTS) addEventListener(name, start, options);
  return () => controller.abort();
}
