import type { NotificationType } from "~/contract/notifications";
import type { MemberCtx } from "../context";

/** Publishes the notifications that a write has stored to their recipients. */
export function publishNotifications(
  ctx: MemberCtx,
  stored: { id: number; userId: string }[],
  about: { type: NotificationType; entityId: string | null; message?: string },
): void {
  const { type, entityId, message } = about;
  const { id: fromUserId, username: fromUsername } = ctx.viewer;
  for (const { id, userId } of stored) {
    ctx.realtime.publish(userId, {
      type: "notification",
      payload: { id: String(id), type, fromUserId, fromUsername, entityId, ...(message && { message }) },
    });
  }
}
