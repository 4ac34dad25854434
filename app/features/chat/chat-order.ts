import type { ChatListItem } from "~/contract/chat";
import { fold } from "~/contract/fold";

/** Adds the chats that a list does not have. */
export function withOthers(
  chats: readonly ChatListItem[],
  others: readonly ChatListItem[],
): readonly ChatListItem[] {
  const known = new Set(chats.map(({ userId }) => userId));
  const added = others.filter(({ userId }) => !known.has(userId));
  return added.length === 0 ? chats : [...chats, ...added].sort(byLastMessage);
}

/** The order of `GET /api/chat/connections`: latest message first, then by name. */
export function byLastMessage(a: ChatListItem, b: ChatListItem): number {
  const [at, bt] = [a.lastMessage?.createdAt ?? "", b.lastMessage?.createdAt ?? ""];
  if (at !== bt) return at < bt ? 1 : -1;
  const later = Number(b.lastMessage?.id ?? 0) - Number(a.lastMessage?.id ?? 0);
  if (later) return later;
  const [name = "", other = ""] = [a, b].map(({ fullName, userId }) => `${fold(fullName)}\n${userId}`);
  return name < other ? -1 : 1;
}
