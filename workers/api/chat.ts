import { Hono } from "hono";
import { calls } from "~/contract/calls";
import { editMessage, reactToMessage } from "~/domain/chat/change-message";
import { deleteMessage } from "~/domain/chat/delete-message";
import { listChats } from "~/domain/chat/list-chats";
import { listMessages } from "~/domain/chat/list-messages";
import { archiveChat, muteChat } from "~/domain/chat/mark-chat";
import { markMessagesRead } from "~/domain/chat/mark-messages-read";
import { readAttachment } from "~/domain/chat/read-attachment";
import { searchChats } from "~/domain/chat/search-chats";
import { searchConversation } from "~/domain/chat/search-conversation";
import { sendMessage } from "~/domain/chat/send-message";
import { setChatPrivacy } from "~/domain/chat/set-chat-privacy";
import { asMember } from "~/domain/context";
import type { AppEnv } from "../context";
import { storedReply } from "../stored-reply";
import { cachedCalls } from "./cached-calls";
import { serve } from "./call";

export const chat = new Hono<AppEnv>();

serve(chat, calls.listChats, ({ ctx, c, page }) =>
  listChats(ctx, { page, query: c.req.query("q"), show: c.req.query("show") }),
);

serve(chat, calls.countUnreadMessages, cachedCalls.countUnreadMessages.handle);

serve(chat, calls.listMessages, ({ ctx, param, page }) => listMessages(ctx, param("userId"), page));

serve(chat, calls.searchChats, ({ ctx, c, page }) => searchChats(ctx, c.req.query("q") ?? "", page));

serve(chat, calls.searchConversation, ({ ctx, c, param, page }) =>
  searchConversation(ctx, param("userId"), c.req.query("q") ?? "", page),
);

serve(chat, calls.sendMessage, ({ ctx, param, body }) => sendMessage(ctx, param("userId"), body));

serve(chat, calls.readMessages, async ({ ctx, param, body }) => ({
  count: (await markMessagesRead(ctx, param("userId"), body?.upTo)).unread,
}));

serve(chat, calls.editMessage, ({ ctx, param, body }) => editMessage(ctx, param("messageId"), body.content));

serve(chat, calls.reactToMessage, ({ ctx, param, body }) =>
  reactToMessage(ctx, param("messageId"), body.emoji),
);

serve(chat, calls.muteChat, ({ ctx, param, body }) => muteChat(ctx, param("userId"), body.length));

serve(chat, calls.archiveChat, ({ ctx, param, body }) => archiveChat(ctx, param("userId"), body.upTo));

serve(chat, calls.setChatPrivacy, ({ ctx, body }) => setChatPrivacy(ctx, body));

serve(chat, calls.deleteMessage, ({ ctx, param }) => deleteMessage(ctx, param("messageId")));

/** Serves the attachment of a message: images inline, other files as downloads. Not a JSON call. */
chat.get("/api/chat/attachments/:messageId", async (c) => {
  const ctx = asMember(c.get("edge").ctx);
  const smaller = c.req.query("size") === "feed";
  const file = await readAttachment(ctx, c.req.param("messageId"), smaller);
  const name = encodeURIComponent(file.name).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  );
  const headers = new Headers({
    "Content-Type": file.contentType,
    "Content-Disposition": `${file.isImage ? "inline" : "attachment"}; filename*=UTF-8''${name}`,
    // Revalidated each time: the message can have been deleted, or another member can have signed in.
    "Cache-Control": "private, no-cache",
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
  });
  return storedReply(c, file, headers);
});
