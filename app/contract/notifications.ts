/** Every kind of notification (spec point 3). */
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
  "new_post",
] as const;
export type NotificationType = (typeof notificationTypes)[number];
