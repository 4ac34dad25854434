import type { NotificationType, NotificationView } from "./notifications";

/** Returns the text of a notification before and after the sender's name (docs/product.md#notifications). */
export function textOf(type: NotificationType): { before: string; after: string } {
  const after = (text: string) => ({ before: "", after: ` ${text}` });
  switch (type) {
    case "like":
      return after("liked your post");
    case "comment":
      return after("commented on your post");
    case "follow":
      return after("started following you");
    case "follow_request":
      return after("requested to follow you");
    case "connection_request":
      return after("sent you a connection request");
    case "connection_accepted":
      return after("accepted your connection request");
    case "connection_rejected":
      return after("rejected your connection request");
    case "save":
      return after("saved your post");
    case "post_share":
      return after("shared a post with you");
    case "comment_like":
      return after("liked your comment");
    case "comment_reply":
      return after("replied to your comment");
    case "mention":
    case "new_post":
      return { before: "New notification from ", after: "" };
    // These have no other sender, so the name is the member's own.
    case "moderation":
      return { before: "There is a decision about your account, ", after: "" };
    case "report_reviewed":
      return { before: "We have reviewed your report, ", after: "" };
  }
}

/** Returns the URL that a notification opens (docs/product.md#notifications). */
export function urlOf({
  type,
  entityId,
  commentId,
  fromUser,
}: Pick<NotificationView, "type" | "entityId" | "commentId"> & { fromUser: { username: string } }): string {
  if (entityId && commentId) return `/post/${entityId}?comment=${commentId}`;
  switch (type) {
    case "like":
    case "comment":
    case "save":
    case "comment_like":
    case "comment_reply":
    case "post_share":
      return entityId ? `/post/${entityId}` : "/feed";
    case "follow":
    case "follow_request":
    case "connection_request":
      return `/profile/${fromUser.username}`;
    case "moderation":
      return "/settings/reports#decisions";
    case "report_reviewed":
      return "/settings/reports";
    default:
      return "/feed";
  }
}
