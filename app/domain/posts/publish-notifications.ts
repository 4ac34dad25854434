import type { ServerFrame } from "~/contract/channel";
import type { NotificationType } from "~/contract/notifications";
import type { StoredNotification } from "~/db/notify";
import type { MemberCtx } from "../context";

/** Publishes stored notifications to their recipients. Of one that comes again, only hubs learn. */
export function publishNotifications(
  ctx: MemberCtx,
  stored: StoredNotification[],
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

/** Publishes that a like or save was taken back, and its unread notification deleted. */
export function publishTakenBack(ctx: Pick<MemberCtx, "realtime">, deleted: StoredNotification[]): void {
  for (const { id, userId } of deleted) publishDeletedNotifications(ctx, [userId], { id: String(id) });
}

/** Publishes to members that notifications of theirs were deleted with what they were about. */
export function publishDeletedNotifications(
  { realtime }: Pick<MemberCtx, "realtime">,
  memberIds: readonly string[],
  about: DeletedNotifications,
): void {
  for (const id of memberIds) realtime.publish(id, deletedNotifications(about));
}

/** The subject of deleted notifications, one of these fields: as in the frame `notification_deleted`. */
type DeletedNotifications = Pick<DeletedFrame["payload"], "id" | "commentId" | "entityId" | "fromUserId">;
type DeletedFrame = Extract<ServerFrame, { type: "notification_deleted" }>;

/** Returns the frame that notifications were deleted. `currentFrames` sets the unread count when the hub sends it. */
export const deletedNotifications = (about: DeletedNotifications): DeletedFrame => ({
  type: "notification_deleted",
  payload: { ...about, unread: 0, last: about.id ?? "0" },
});
