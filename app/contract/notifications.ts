import { GROUP_MEMBERS_SHOWN } from "./limits";
import { z } from "./zod";

/** The kinds of notifications (docs/product.md#notifications). */
export const notificationTypes = [
  "like",
  "comment",
  "save",
  "follow",
  "follow_request",
  "connection_request",
  "connection_accepted",
  "connection_rejected",
  "post_share",
  "mention",
  "comment_like",
  "comment_reply",
  "new_post",
  "moderation",
  "report_reviewed",
] as const;
export type NotificationType = (typeof notificationTypes)[number];

export const notificationView = z.object({
  id: z.string(),
  type: z.enum(notificationTypes),
  isRead: z.boolean(),
  createdAt: z.string(),
  /** The id of the post that it is about. */
  entityId: z.string().nullable(),
  /** The id of the comment that it is about. */
  commentId: z.string().nullable(),
  /** The beginning of the viewer's comment that was liked; null for other types. */
  message: z.string().nullable(),
  fromUser: z.object({ id: z.string(), username: z.string(), profileImage: z.string().nullable() }),
  /** Whether it is a connection request that the viewer can still answer. */
  canAnswer: z.boolean(),
});
export type NotificationView = z.infer<typeof notificationView>;

/** Notifications of one type about the same thing, on one day of UTC (docs/product.md#groups-of-notifications). */
export const notificationGroupView = notificationView.omit({ fromUser: true }).extend({
  /** Opaque. It stays the same while notifications join the group and leave it. */
  id: z.string(),
  /** The id of the newest notification. The other fields are about that one, except `isRead`: whether all are read. */
  lastId: z.string(),
  /** The members who acted last, the latest first. */
  fromUsers: z.array(notificationView.shape.fromUser).min(1).max(GROUP_MEMBERS_SHOWN),
  /** The number of different members. */
  memberCount: z.int(),
});
export type NotificationGroupView = z.infer<typeof notificationGroupView>;

/** The form that marks all notifications up to one as read. */
export const readAllForm = z.object({ upTo: z.string() });
