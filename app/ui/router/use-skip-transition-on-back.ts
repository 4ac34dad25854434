import { useEffect } from "react";

/**
 * Skips a running view transition on Back: Chromium's tab crashes when the next transition starts during it. Hides from
 * the router that a transition was given up because the page took too long to draw: the router would report an error,
 * although the new page is shown.
 */
export function useSkipTransitionOnBack(): void {
  useEffect(skipTransitionOnBack, []);
}

/** Does so until the returned function is called. */
export function skipTransitionOnBack(): (() => void) | undefined {
  if (!("startViewTransition" in document)) return;
  const start = document.startViewTransition;
  let running: ViewTransition | undefined;
  document.startViewTransition = (update) => {
    const transition = start.call(document, update);
    running = transition;
    Object.defineProperty(transition, "ready", { value: transition.ready.catch(() => undefined) });
    return transition;
  };
  const skip = () => running?.skipTransition();
  // Captures the event before the router handles it.
  window.addEventListener("popstate", skip, true);
  return () => {
    document.startViewTransition = start;
    window.removeEventListener("popstate", skip, true);
  };
}
