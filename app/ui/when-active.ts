const EVENTS = ["pointermove", "pointerdown", "keydown", "scroll"];

/** Milliseconds in which the page has answered a press: on a phone, twenty captions would take 14 of them for themselves. */
const AFTER_PRESS_MS = 300;

/** Calls a function soon after the reader next scrolls, moves the pointer or presses a key. Returns a function that cancels the call. */
export function whenActive(work: () => void): () => void {
  const controller = new AbortController();
  const options = { capture: true, passive: true, signal: controller.signal };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = () => {
    controller.abort();
    timer = setTimeout(work, AFTER_PRESS_MS);
  };
  for (const name of EVENTS) addEventListener(name, start, options);
  return () => {
    controller.abort();
    clearTimeout(timer);
  };
}
