import { changeDraft } from "~/features/session/drafts";
import { changeTray, trayKey, trayOf } from "./trays";

/**
 * Removes an item that the member no longer wants, with its text. When another picture becomes the first, its
 * caption moves to the message box.
 * @param userId the other member of the conversation
 */
export function removeFromTray(memberId: string, userId: string, itemId: string): void {
  remove(memberId, userId, itemId, (_, caption) => caption);
}

/** Removes an item that cannot be sent. Its text stays in the message box, before the new first picture's caption. */
export function rejectFromTray(memberId: string, userId: string, itemId: string): void {
  remove(memberId, userId, itemId, (text, caption) => (text ? `${text}\n${caption}` : caption));
}

/** @param draftOf returns the text of the message box for its present one and the caption that moves there */
function remove(
  memberId: string,
  userId: string,
  itemId: string,
  draftOf: (text: string, caption: string) => string,
): void {
  const key = trayKey(memberId, userId);
  const [first, ...others] = trayOf(key).items.filter(({ id }) => id !== itemId);
  const caption = first?.caption;
  if (caption) changeDraft(memberId, userId, (text) => draftOf(text, caption));
  changeTray(key, { items: first ? [{ ...first, caption: "" }, ...others] : [] });
}
