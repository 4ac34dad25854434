const EVENTS = ["pointermove", "pointerdown", "keydown", "scroll"];

/** Milliseconds after which a press has been handled: on a phone, twenty captions would take 14 of them. */
const AFTER_PRESS_MS = 300;

/** Calls a function soon after the next scroll, pointer move or key press. Returns a function that cancels the call. */
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
