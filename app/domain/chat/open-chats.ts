import type { ChatListItem, ChatStart } from "~/contract/chat";
import { isArchived } from "~/contract/chat-marks";
import { CHAT_DOCUMENT_CHATS } from "~/contract/limits";
import type { MemberCtx } from "../context";
import { listAllChats } from "./list-chats";
import { listNewestMessages } from "./list-messages";

/**
 * Returns the viewer's first conversations and the newest messages of one of them, for the chat page's document.
 * @param username the member whose conversation to open, in any case; ignored unless they are a connection
 */
export async function openChats(ctx: MemberCtx, username: string | null): Promise<ChatStart> {
  const chats = await listAllChats(ctx);
  const name = username?.toLowerCase();
  const chat = chats.find((one) => one.username.toLowerCase() === name);
  const start = headOf(chats, chat);
  if (!chat) return { ...start, open: null };
  const { items, next } = await listNewestMessages(ctx, chat);
  return { ...start, open: { userId: chat.userId, messages: items, next } };
}

/** Returns the first chats that are archived, the first others, and the open one. */
function headOf(chats: ChatListItem[], open?: ChatListItem): Omit<ChatStart, "open"> {
  const archived = chats.filter(isArchived);
  const others = chats.filter((chat) => !archived.includes(chat));
  const head = new Set([archived, others].flatMap((list) => list.slice(0, CHAT_DOCUMENT_CHATS)));
  if (open) head.add(open);
  return { chats: chats.filter((chat) => head.has(chat)), isPartial: head.size < chats.length };
}
