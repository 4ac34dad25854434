import type { NotificationType } from "~/contract/notifications";
import type { StoredNotice } from "~/db/notify";
import type { MemberCtx } from "../context";
import { countUnread } from "../notifications/count-unread";

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

/** Publishes, with the new unread count, that a write has deleted unread notifications. */
export function publishDeletedNotifications(
  { db, defer, realtime }: MemberCtx,
  deleted: StoredNotice[],
): void {
  for (const { id, userId } of deleted) {
    const publish = async () => {
      const { count, last } = await countUnread({ db, viewer: { id: userId } });
      // The count covers the deleted notification too: its own frame may arrive later than this one.
      const covered = String(Math.max(id, Number(last)));
      realtime.publish(userId, {
        type: "notification_deleted",
        payload: { id: String(id), unread: count, last: covered },
      });
    };
    defer(publish());
  }
}
