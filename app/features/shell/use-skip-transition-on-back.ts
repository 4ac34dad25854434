import { useEffect } from "react";

/** A property of Chromium 142 that TypeScript's DOM types do not have yet. */
interface DocumentWithTransition {
  activeViewTransition?: { skipTransition: () => void } | null;
}

/** Skips a running view transition on Back: Chromium's tab crashes when the next transition starts during it. */
export function useSkipTransitionOnBack(): void {
  useEffect(() => {
    const end = () => (document as DocumentWithTransition).activeViewTransition?.skipTransition();
    // Captures the event before the router handles it.
    window.addEventListener("popstate", end, true);
    return () => window.removeEventListener("popstate", end, true);
  }, []);
}
