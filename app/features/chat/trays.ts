import { useStore } from "@nanostores/react";
import { map } from "nanostores";

/** A file that waits above the message box. */
export interface TrayItem {
  id: string;
  name: string;
  file: Blob;
  isPicture: boolean;
  /** Whether it can be sent: pictures are checked and scaled first. */
  isReady: boolean;
  /** The caption. The first picture has the text of the message box in its place. */
  caption: string;
  /** Pixels, once the picture was shown. */
  width?: number;
  height?: number;
}

/** Either up to ten pictures, or one other file. */
export interface Tray {
  items: readonly TrayItem[];
  /** The picture whose caption the message box has; by default the first. */
  selectedId: string | null;
}

const EMPTY: Tray = { items: [], selectedId: null };

/** The trays of this page by `trayKey`. They outlive a change of the conversation, and of the page within the app. */
export const $trays = map<Record<string, Tray | undefined>>({});

/** Returns the key of the tray of a member's conversation. */
export const trayKey = (memberId: string, userId: string): string => `${memberId} ${userId}`;

export const trayOf = (key: string): Tray => $trays.get()[key] ?? EMPTY;

/** Returns the tray of a conversation, and the index of the selected picture. */
export function useTray(key: string): Tray & { selected: number } {
  const tray = useStore($trays, { keys: [key], ssr: "initial" })[key] ?? EMPTY;
  const at = tray.items.findIndex(({ id }) => id === tray.selectedId);
  return { ...tray, selected: Math.max(0, at) };
}

export function changeTray(key: string, change: Partial<Tray>): void {
  const tray = { ...trayOf(key), ...change };
  $trays.setKey(key, tray.items.length > 0 ? tray : undefined);
}

/** Changes an item, unless it was removed. */
export function changeItem(key: string, id: string, change: Partial<TrayItem>): void {
  const { items } = trayOf(key);
  changeTray(key, { items: items.map((item) => (item.id === id ? { ...item, ...change } : item)) });
}
