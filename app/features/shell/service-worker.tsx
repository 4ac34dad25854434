import { useEffect } from "react";

/** Registers public/sw.js, which makes the app installable. Not in development, where files keep changing. */
export function ServiceWorker() {
  useEffect(() => {
    if (!import.meta.env.PROD) return;
    // Registration fails in private windows; the app works without it.
    navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
  }, []);
  return null;
}
