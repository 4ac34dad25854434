import { changeDraft } from "./drafts";
import { changeTray, trayOf } from "./trays";

/**
 * Removes an item. When another picture becomes the first, its caption moves to the message box.
 * @param keepsText whether the text of the removed first picture stays in the message box, too
 */
export function removeFromTray(key: string, id: string, keepsText: boolean): void {
  const [first, ...others] = trayOf(key).items.filter((item) => item.id !== id);
  const caption = first?.caption;
  if (caption) {
    const [memberId = "", userId = ""] = key.split(" ");
    changeDraft(memberId, userId, (text) => (keepsText && text ? `${text}\n${caption}` : caption));
  }
  changeTray(key, { items: first ? [{ ...first, caption: "" }, ...others] : [] });
}
