import type { ChatListItem } from "./chat";

/** Returns whether a chat is muted now. */
export const isMuted = ({ mutedUntil }: Pick<ChatListItem, "mutedUntil">): boolean =>
  mutedUntil !== undefined && Date.parse(mutedUntil) > Date.now();

/** Returns whether a chat is archived: a message after it was archived brings it back, unless it is muted. */
export const isArchived = (chat: ChatListItem): boolean =>
  chat.archivedTo !== undefined &&
  (isMuted(chat) || Number(chat.lastMessage?.id ?? 0) <= Number(chat.archivedTo));
