import { type Flash, flashes } from "~/contract/flash";

/** Returns the texts of a toast; null for an unknown name. */
export function flashTexts(name: string): { title: string; text?: string } | null {
  // The keys of the table are those of its type.
  return Object.hasOwn(flashes, name) ? flashes[name as Flash] : null;
}
