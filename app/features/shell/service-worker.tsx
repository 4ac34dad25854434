import { useLingui } from "@lingui/react";
import { useEffect } from "react";
import { registerServiceWorker } from "~/ui/register-service-worker";
import { retryImport } from "~/ui/retry-import";
import type { InstallEvent } from "./keep-install.client";

const loadInstall = retryImport(() => import("./keep-install.client"));

/** In production, registers public/sw.js, which makes the app installable, and keeps the browser's install offer. */
export function ServiceWorker() {
  const { i18n } = useLingui();
  useEffect(() => {
    if (!import.meta.env.PROD) return;
    // Registration fails in private windows; the app works without it.
    registerServiceWorker(i18n.locale).catch(() => undefined);
    const keep = (event: Event) => {
      event.preventDefault();
      // The event of that name has the method; TypeScript's library lacks it.
      loadInstall().then(({ keepInstall }) => keepInstall(event as InstallEvent), Boolean);
    };
    window.addEventListener("beforeinstallprompt", keep);
    return () => window.removeEventListener("beforeinstallprompt", keep);
  }, [i18n.locale]);
  return null;
}
