import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/runtime-macro";
import type { NotificationType, NotificationView } from "./notifications";

interface NotificationParts {
  /** The usernames, as text or as an element. */
  members: unknown;
  /** The number of members. */
  count: number;
  /** The beginning of the viewer's comment that was liked, as text or as an element; falsy without one. */
  message?: unknown;
}

/** Returns the sentence of a notification or of a group (docs/product.md#notifications). */
export function notificationText(type: NotificationType, parts: NotificationParts): MessageDescriptor {
  const { members } = parts;
  switch (type) {
    case "follow":
      return msg`${{ member: members }} started following you`;
    case "follow_request":
      return msg`${{ member: members }} requested to follow you`;
    case "connection_request":
      return msg`${{ member: members }} sent you a connection request`;
    case "connection_accepted":
      return msg`${{ member: members }} accepted your connection request`;
    case "connection_rejected":
      return msg`${{ member: members }} rejected your connection request`;
    case "mention":
    case "new_post":
      return msg`New notification from ${{ member: members }}`;
    // These have no other sender, so the name is the member's own.
    case "moderation":
      return msg`There is a decision about your account, ${{ member: members }}`;
    case "report_reviewed":
      return msg`We have reviewed your report, ${{ member: members }}`;
    default:
      return groupText(type, parts);
  }
}

/** The types whose notifications about the same thing are one group (notification-groups.ts). */
type GroupedType = "like" | "save" | "comment" | "post_share" | "comment_like" | "comment_reply";

/** Returns the sentence of a group. The verb depends on the number of members in other languages. */
function groupText(type: GroupedType, { members, count, message }: NotificationParts): MessageDescriptor {
  switch (type) {
    case "like":
      return msg({
        message: plural(
          { count },
          { one: msg`${{ members }} liked your post`, other: msg`${{ members }} liked your post` },
        ),
        comment: "members: for example “amara” or “amara, kenji and 3 others”; count: how many they are",
      });
    case "save":
      return msg({
        message: plural(
          { count },
          { one: msg`${{ members }} saved your post`, other: msg`${{ members }} saved your post` },
        ),
      });
    case "comment":
      return msg({
        message: plural(
          { count },
          {
            one: msg`${{ members }} commented on your post`,
            other: msg`${{ members }} commented on your post`,
          },
        ),
      });
    case "post_share":
      return msg({
        message: plural(
          { count },
          {
            one: msg`${{ members }} shared a post with you`,
            other: msg`${{ members }} shared a post with you`,
          },
        ),
      });
    case "comment_reply":
      return msg({
        message: plural(
          { count },
          {
            one: msg`${{ members }} replied to your comment`,
            other: msg`${{ members }} replied to your comment`,
          },
        ),
      });
    case "comment_like":
      return message ? quotingText({ members, count, message }) : commentLikeText({ members, count });
  }
}

const commentLikeText = ({ members, count }: NotificationParts) =>
  msg({
    message: plural(
      { count },
      { one: msg`${{ members }} liked your comment`, other: msg`${{ members }} liked your comment` },
    ),
  });

const quotingText = ({ members, count, message }: NotificationParts) =>
  msg({
    message: plural(
      { count },
      {
        one: msg`${{ members }} liked your comment: ${{ message }}`,
        other: msg`${{ members }} liked your comment: ${{ message }}`,
      },
    ),
  });

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
