import type { ChatStart } from "~/contract/chat";
import type { MemberCtx } from "../context";
import { listChatHead } from "./list-chats";
import { listNewestMessages } from "./list-messages";

/**
 * Returns the viewer's first conversations and the newest messages of one of them, for the chat page's document.
 * @param username the member whose conversation to open, in any case; ignored unless they are a connection
 */
export async function openChats(ctx: MemberCtx, username: string | null): Promise<ChatStart> {
  const { opened, ...start } = await listChatHead(ctx, username ?? "");
  if (!opened) return { ...start, open: null };
  const { items, next } = await listNewestMessages(ctx, opened);
  return { ...start, open: { userId: opened.userId, messages: items, next } };
}
