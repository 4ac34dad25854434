import { useEffect, useState } from "react";
import type { MessageView } from "~/contract/chat";
import { markRead } from "./unread-store";
import { $openConversation } from "./unread-sync";

/**
 * Marks an open conversation's messages as read while the tab is visible: all on opening, later ones while the end
 * of the list is in view (docs/product.md#chat). Returns the number of later messages not in view yet.
 * @param isRendered whether the messages are loaded and rendered
 * @param isAtEnd whether the end of the list is in view
 */
export function useReadMarks(
  userId: string,
  messages: readonly MessageView[],
  isRendered: boolean,
  isAtEnd: boolean,
): number {
  useEffect(() => {
    if (!isRendered) return;
    $openConversation.set({ userId, isAtEnd });
    return () => $openConversation.set(null);
  }, [userId, isRendered, isAtEnd]);

  const newest = Number(messages.at(-1)?.id ?? 0);
  /** Id of the newest message that was in view; null before the messages are rendered. */
  const [seen, setSeen] = useState<number | null>(null);
  if (isRendered && (seen === null || (isAtEnd && seen < newest))) setSeen(newest);

  const theirs = messages.filter(({ senderId }) => senderId === userId);
  const last = theirs.findLast(({ id, isRead }) => !isRead && Number(id) <= (seen ?? 0))?.id;
  useEffect(() => {
    if (!last) return;
    const mark = () => {
      if (document.visibilityState === "visible") markRead(userId, last);
    };
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [userId, last]);
  return theirs.filter(({ id }) => Number(id) > (seen ?? newest)).length;
}
