import { $install } from "~/features/session/install";
import { recentEntries, saveRecentEntry } from "~/features/session/recent-entries";

/** Chromium's event that lets a page ask for its installation (MDN, BeforeInstallPromptEvent). */
export interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
}

/** `localStorage` key of the days with a visit, or of the answer: it belongs to the device, and stays on log-out. */
const KEY = "ui-install";
const ASKED = "asked";
const DAYS = 3;

/** Keeps the browser's install offer: in the settings, and in the menu from the third day of use until first used. */
export function keepInstall(event: InstallEvent): void {
  if (!recentEntries(KEY).includes(ASKED)) saveRecentEntry(KEY, new Date().toDateString());
  const entries = recentEntries(KEY);
  const isInMenu = entries.length >= DAYS && !entries.includes(ASKED);
  const end = () => $install.set(null);
  const ask = () => {
    saveRecentEntry(KEY, ASKED);
    // An event asks once. The browser brings another one later.
    end();
    event.prompt().catch(() => undefined);
  };
  $install.set({ isInMenu, ask });
  window.addEventListener("appinstalled", end, { once: true });
}
