import type { ChatStart } from "~/contract/chat";
import { PAGE_LIMIT_MAX } from "~/contract/limits";
import type { MemberCtx } from "../context";
import { listChats } from "./list-chats";
import { listMessages } from "./list-messages";

/**
 * The viewer's list of chats with one of them open, as the chat page's document shows them.
 * @param username of the one to open, in any case; one who is no connection opens nothing
 */
export async function openChats(ctx: MemberCtx, username: string | null): Promise<ChatStart> {
  const chats = await listChats(ctx);
  const wanted = username?.toLowerCase();
  const chat = chats.find((one) => one.username.toLowerCase() === wanted);
  if (!chat) return { chats, open: null };
  const { items, next } = await listMessages(ctx, chat.userId, { cursor: null, limit: PAGE_LIMIT_MAX });
  return { chats, open: { userId: chat.userId, messages: items, next } };
}
