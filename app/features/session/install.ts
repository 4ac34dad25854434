import { atom } from "nanostores";

interface InstallOffer {
  /** Whether the menu offers it too, not only the settings. */
  isInMenu: boolean;
  /** Asks the browser to install Afterglow, in the event of a press. */
  ask: () => void;
}

/** The offer to install Afterglow; null in the installed app and in browsers that do not let a page ask. */
export const $install = atom<InstallOffer | null>(null);
