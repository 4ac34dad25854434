import type { ServerFrame } from "~/contract/channel";
import { firstPage } from "~/db/cursor";
import type { HeldName, ViewerRead } from "~/db/viewer-query";
import { unreadMessageCount } from "~/domain/chat/count-unread";
import { chatRows } from "~/domain/chat/list-chats";
import { connectionRows } from "~/domain/connections/list-connections";
import { unreadNotificationRow } from "~/domain/notifications/count-unread";
import { notificationGroupRows } from "~/domain/notifications/list-groups";
import { feedRows } from "~/domain/posts/read-feed";
import type { Topic } from "~/platform/realtime";

interface HeldRead {
  /** Returns the read that the name stands for. */
  read: () => ViewerRead<unknown>;
  /** The topics whose changes change its rows. */
  topics: readonly Topic[];
}

/** The reads that a hub may hold. */
export const heldReads: Record<HeldName, HeldRead> = {
  feed: { read: () => feedRows(firstPage), topics: ["posts", "people"] },
  notifications: { read: () => notificationGroupRows(firstPage), topics: ["notifications", "people"] },
  "unread-notifications": { read: () => unreadNotificationRow(), topics: ["notifications"] },
  "unread-messages": { read: () => unreadMessageCount(), topics: ["unread", "people"] },
  chats: { read: () => chatRows(), topics: ["messages", "people"] },
  connections: { read: () => connectionRows(), topics: ["people"] },
};

/**
 * The topics that an event touches, by the frame that reports it. A hub drops what it holds about them before it sends
 * the frame. `like_update` patches the feed instead (`Home.receive`).
 */
export const frameTopics: Record<ServerFrame["type"], readonly Topic[]> = {
  error: [],
  ping: [],
  online: [],
  offline: [],
  "online-users": [],
  typing: [],
  unread: [],
  synced: [],
  read: ["messages", "unread"],
  message: ["messages", "unread"],
  message_deleted: ["messages", "unread"],
  message_changed: ["messages"],
  chat_state: ["messages", "unread"],
  new_post: ["posts"],
  like_update: [],
  comment_update: ["posts"],
  like_state: ["posts"],
  save_state: ["posts"],
  // Cards have neither likes of comments nor numbers of replies.
  comment_like_update: [],
  comment_reply_update: [],
  comment_like_state: [],
  share_post: ["notifications"],
  notification: ["notifications"],
  notifications_read: ["notifications"],
  notification_deleted: ["notifications"],
  // A new connection's posts, messages and requests appear or disappear.
  connection_status: ["posts", "people", "notifications", "messages", "unread"],
};

/** Returns the topics of an event for a member. Their own message, or one that another has read, leaves `unread`. */
export function topicsOf(frame: ServerFrame, member: string | undefined): readonly Topic[] {
  if (member === undefined) return frameTopics[frame.type];
  const isSent = frame.type === "message" && frame.payload.senderId === member;
  const isReadByOther = frame.type === "read" && frame.payload.userId !== member;
  return isSent || isReadByOther ? ["messages"] : frameTopics[frame.type];
}
