import { useEffect } from "react";

/** What Chromium has (since 142), and TypeScript's list does not know yet. */
interface Transitioning {
  activeViewTransition?: { skipTransition: () => void } | null;
}

/** Ends a view transition that Back comes into the middle of: Chromium's tab crashes when the next one starts over it. */
export function useEndedTransitions(): void {
  useEffect(() => {
    const end = () => (document as Transitioning).activeViewTransition?.skipTransition();
    // Before the router hears of it.
    window.addEventListener("popstate", end, true);
    return () => window.removeEventListener("popstate", end, true);
  }, []);
}
