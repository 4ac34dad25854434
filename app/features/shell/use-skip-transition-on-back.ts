import { useEffect } from "react";

/**
 * Skips a running view transition on Back: Chromium's tab crashes when the next transition starts during it. A transition that was skipped, or
 * whose page took the browser too long to draw, has shown the new page without it: that is no error, though the router would report it as one.
 */
export function useSkipTransitionOnBack(): void {
  useEffect(() => {
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
  }, []);
}
