import { useSyncExternalStore } from "react";

/** Spec point 2 and contract.md "Names". */
export const THEME_KEY = "ui-theme";
/** Fired on the window with the new theme as `detail`; the inline script listens. */
export const THEME_EVENT = "ui-theme";

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

function isTheme(value: unknown): value is Theme {
  return themes.some((theme) => theme === value);
}

/** The member's choice on this device. Storage may be refused (a private window): then the system decides. */
function storedTheme(): Theme {
  try {
    const value = localStorage.getItem(THEME_KEY);
    return isTheme(value) ? value : "system";
  } catch {
    return "system";
  }
}

/** Keeps and applies the choice, here and in the member's other tabs. */
export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Not kept, but the page at hand still changes.
  }
  window.dispatchEvent(new CustomEvent(THEME_EVENT, { detail: theme }));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(THEME_EVENT, listener);
  window.addEventListener("storage", listener);
  return () => {
    window.removeEventListener(THEME_EVENT, listener);
    window.removeEventListener("storage", listener);
  };
}

/** The choice (not the resolved colours: those are CSS), "system" while the server renders. */
export function useTheme(): { theme: Theme; setTheme: (theme: Theme) => void } {
  const theme = useSyncExternalStore<Theme>(subscribe, storedTheme, () => "system");
  return { theme, setTheme };
}
