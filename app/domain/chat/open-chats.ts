import type { ChatStart } from "~/contract/chat";
import type { MemberCtx } from "../context";
import { listChats } from "./list-chats";
import { listNewestMessages } from "./list-messages";

/**
 * Returns the viewer's conversations and the newest messages of one of them, for the chat page's document.
 * @param username the member whose conversation to open, in any case; ignored unless they are a connection
 */
export async function openChats(ctx: MemberCtx, username: string | null): Promise<ChatStart> {
  const chats = await listChats(ctx);
  const name = username?.toLowerCase();
  const chat = chats.find((one) => one.username.toLowerCase() === name);
  if (!chat) return { chats, open: null };
  const { items, next } = await listNewestMessages(ctx, chat);
  return { chats, open: { userId: chat.userId, messages: items, next } };
}
