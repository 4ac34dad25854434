import type { ServerFrame } from "~/contract/channel";
import { pairKey } from "~/domain/connections/read-status";
import type { Envelope, Topic } from "~/platform/realtime";

/**
 * The topics that an event touches, by the frame that reports it. A hub invalidates what it has cached about them
 * before it sends the frame. `like_update` patches the feed instead (`ReadCache.receive`).
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
  post_deleted: ["posts"],
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

/** Returns whether `currentFrames` must check a frame: a later one may have reported its state already. */
export function reportsState({ type }: ServerFrame): boolean {
  return [
    "connection_status",
    "notifications_read",
    "notification_deleted",
    "like_state",
    "save_state",
    "comment_like_state",
    "chat_state",
  ].includes(type);
}

/** Returns a key of the frame's subject: of two frames with the same key only the newer one matters. */
export function subjectOf({ type, payload }: Envelope["frame"]): string {
  switch (type) {
    case "changed":
      return `${type}:${payload.topics.join()}`;
    case "counts_changed":
      return `${type}:${payload.count}:${payload.commentId ?? payload.postId}`;
    case "post_created":
    case "post_removed":
      return `${type}:${payload.postId}`;
    case "posts_changed":
    case "member_changed":
      return type;
    case "online":
    case "offline":
      return `presence:${payload.userId}`;
    // A deletion replaces the announcement in the queue.
    case "new_post":
    case "post_deleted":
      return `post:${payload.postId}`;
    case "like_update":
    case "comment_update":
    case "like_state":
    case "save_state":
      return `${type}:${payload.postId}`;
    case "comment_like_update":
    case "comment_reply_update":
    case "comment_like_state":
      return `${type}:${payload.commentId}`;
    case "connection_status":
      return `${type}:${pairKey(payload.fromUserId, payload.toUserId)}`;
    case "typing":
    case "chat_state":
      return `${type}:${payload.userId}`;
    // A deletion replaces what it deletes in the queue, and is not replaced by it.
    case "notification":
      return `notification:${payload.id}`;
    case "notification_deleted":
      return `notification:${payload.id ?? payload.commentId ?? payload.entityId ?? payload.fromUserId}`;
    case "message":
    case "message_deleted":
      return `message:${payload.id}`;
    case "message_changed":
      return `${type}:${payload.id}:${payload.version}`;
    case "notifications_read":
    case "online-users":
    case "ping":
    case "synced":
    case "unread":
      return type;
    case "read":
    case "share_post":
    case "error":
      return `${type}:${crypto.randomUUID()}`;
  }
}
