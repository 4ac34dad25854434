import { useEffect } from "react";

/**
 * Skips a running view transition on Back: Chromium's tab crashes when the next transition starts during it. Handles the
 * rejection of a skipped transition, whoever skips it: the router does not, and Firefox reports it as an error.
 */
export function useSkipTransitionOnBack(): void {
  useEffect(() => {
    if (!("startViewTransition" in document)) return;
    const start = document.startViewTransition;
    let running: ViewTransition | undefined;
    document.startViewTransition = (update) => {
      const transition = start.call(document, update);
      running = transition;
      transition.ready.catch(() => undefined);
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
