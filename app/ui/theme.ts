import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useStore } from "@nanostores/react";
import { atom, onMount } from "nanostores";

/** Key of the choice in `localStorage` (docs/product.md#theme). */
export const THEME_KEY = "ui-theme";
/** Event on the window with the new theme as `detail`, for the inline script of theme-script.tsx. */
export const THEME_EVENT = "ui-theme";

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

export const themeNames: Record<Theme, MessageDescriptor> = {
  light: msg({ message: "Light", context: "theme" }),
  dark: msg({ message: "Dark", context: "theme" }),
  system: msg({ message: "System", context: "theme", comment: "Light or dark, as the device is set" }),
};

function isTheme(value: unknown): value is Theme {
  return themes.some((theme) => theme === value);
}

/** Returns the choice stored on this device; "system" when there is none or storage is disabled. */
function storedTheme(): Theme {
  try {
    const value = localStorage.getItem(THEME_KEY);
    return isTheme(value) ? value : "system";
  } catch {
    return "system";
  }
}

/** The chosen theme, not the resolved colours, which are CSS. "system" while the server renders. */
const $theme = atom<Theme>("system");

if (typeof window !== "undefined") {
  onMount($theme, () => {
    const read = () => $theme.set(storedTheme());
    read();
    window.addEventListener("storage", read);
    return () => window.removeEventListener("storage", read);
  });
}

/** Stores and applies the choice, in this tab and in the member's others. */
export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Not stored, but this tab still changes.
  }
  $theme.set(theme);
  window.dispatchEvent(new CustomEvent(THEME_EVENT, { detail: theme }));
}

/** Returns the chosen theme, and re-renders when it changes. */
export function useTheme(): Theme {
  return useStore($theme, { ssr: "initial" });
}
