import { useEffect } from "react";

/** Registers public/sw.js, which makes the app installable; not while developing, where files keep changing. */
export function ServiceWorker() {
  useEffect(() => {
    if (!import.meta.env.PROD) return;
    // Refused in private windows; the app is whole without it.
    navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
  }, []);
  return null;
}
