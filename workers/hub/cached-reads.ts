import { firstPage } from "~/db/cursor";
import type { CachedReadName, ViewerRead } from "~/db/viewer-query";
import { chatRows, headOfChats } from "~/domain/chat/chat-rows";
import { unreadMessageCount } from "~/domain/chat/count-unread";
import { connectionRows } from "~/domain/connections/list-connections";
import { unreadNotificationRow } from "~/domain/notifications/count-unread";
import { notificationGroupRows } from "~/domain/notifications/list-groups";
import { feedRows } from "~/domain/posts/read-feed";
import type { Topic } from "~/platform/realtime";

interface CachedRead {
  /** Returns the read that the name stands for. */
  read: () => ViewerRead<unknown>;
  /** The topics whose changes change its rows. */
  topics: readonly Topic[];
}

/** The reads that a hub may cache. */
export const cachedReads: Record<CachedReadName, CachedRead> = {
  feed: { read: () => feedRows(firstPage), topics: ["posts", "people"] },
  notifications: { read: () => notificationGroupRows(firstPage), topics: ["notifications", "people"] },
  "unread-notifications": { read: () => unreadNotificationRow(), topics: ["notifications"] },
  "unread-messages": { read: () => unreadMessageCount(), topics: ["unread", "people"] },
  chats: { read: () => chatRows(headOfChats()), topics: ["messages", "people"] },
  connections: { read: () => connectionRows({ page: firstPage, query: "" }), topics: ["people"] },
};
