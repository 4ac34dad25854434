import type { NotificationType } from "~/contract/notifications";
import type { StoredNotice } from "~/db/notify";
import type { MemberCtx } from "../context";

/** Publishes stored notifications to their recipients. Of one that comes again, only hubs learn. */
export function publishNotifications(
  ctx: MemberCtx,
  stored: StoredNotice[],
  about: {
    type: NotificationType;
    entityId: string | null;
    commentId?: string;
    parentId?: string;
    message?: string;
  },
): void {
  const { type, entityId, commentId, parentId, message } = about;
  const { id: fromUserId, username: fromUsername } = ctx.viewer;
  const subject = {
    entityId,
    ...(commentId && { commentId }),
    ...(parentId && { parentId }),
    ...(message && { message }),
  };
  for (const { id, userId, isAgain } of stored) {
    if (isAgain) ctx.realtime.changed([userId], ["notifications"]);
    else
      ctx.realtime.publish(userId, {
        type: "notification",
        payload: { id: String(id), type, fromUserId, fromUsername, ...subject },
      });
  }
}

/** Publishes that a write has deleted unread notifications. */
export function publishDeletedNotifications({ realtime }: MemberCtx, deleted: StoredNotice[]): void {
  for (const { id, userId } of deleted) {
    // The recipient's hub writes the unread count into the frame when it sends it (`currentFrames`).
    const payload = { id: String(id), unread: 0, last: String(id) };
    realtime.publish(userId, { type: "notification_deleted", payload });
  }
}
