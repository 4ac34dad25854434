import { sql } from "drizzle-orm";
import type { ServerFrame } from "~/contract/channel";
import { type MarksRow, marksOf } from "~/db/chat-marks";
import { type Chats, chatOfMessage } from "~/db/chats";
import type { Db } from "~/db/client";
import { memberKey } from "~/db/keys";
import { isStored } from "~/db/message-rows";
import { type LikeRow, likesOfComment, type PressedRow, pressedOn } from "~/db/pressed";
import { type ConnectionRow, sidesOfMember, statusColumns } from "~/domain/connections/read-status";
import { countUnread } from "~/domain/notifications/count-unread";

type StatusFrame = Extract<ServerFrame, { type: "connection_status" }>;

/**
 * Returns the frames to send for one that reports a state. Frames of one pair come from requests of two members, those
 * of one member from requests of several tabs: they may arrive in another order than their changes were stored. The
 * stored state is read when a frame is sent, and a stale frame is corrected, or followed by the current state: the last
 * frame sent is therefore right. Callers await one call before the next.
 * @throws the database's error; the sender then delivers the frame again
 */
export async function currentFrames(db: Db, memberId: string, frame: ServerFrame): Promise<ServerFrame[]> {
  switch (frame.type) {
    case "connection_status": {
      const current = await currentStatus(db, frame);
      return current ? [frame, current] : [frame];
    }
    case "notifications_read": {
      const count = await currentCount(db, memberId, frame.payload.last);
      return [{ type: frame.type, payload: { ...frame.payload, ...count } }];
    }
    case "notification_deleted": {
      const count = await currentCount(db, memberId, frame.payload.last);
      return [{ type: frame.type, payload: { ...frame.payload, ...count } }];
    }
    case "like_state": {
      const pressed = await db.get<PressedRow | undefined>(pressedOn(frame.payload.postId, memberId));
      if (!pressed) return [];
      const { likeCount, isLiked } = pressed;
      return [{ type: frame.type, payload: { ...frame.payload, likeCount, isLiked: isLiked === 1 } }];
    }
    case "save_state": {
      const pressed = await db.get<PressedRow | undefined>(pressedOn(frame.payload.postId, memberId));
      if (!pressed) return [];
      return [{ type: frame.type, payload: { ...frame.payload, isSaved: pressed.isSaved === 1 } }];
    }
    case "comment_like_state": {
      const { postId, commentId } = frame.payload;
      const likes = await db.get<LikeRow | undefined>(likesOfComment(postId, commentId, memberId));
      if (!likes) return [];
      const { likeCount, isLiked } = likes;
      return [{ type: frame.type, payload: { ...frame.payload, likeCount, isLiked: isLiked === 1 } }];
    }
    case "chat_state": {
      const { userId } = frame.payload;
      const row = await db.get<MarksRow | undefined>(sql`
        SELECT muted_until AS mutedUntil, archived_to AS archivedTo FROM connection_sides
        WHERE member = ${memberKey(memberId)} AND accepted = 1 AND other = ${userId}`);
      return row ? [{ type: frame.type, payload: { userId, ...marksOf(row) } }] : [];
    }
    default:
      return [frame];
  }
}

/** Returns whether a message or notification that waited for its delivery is still stored. */
export async function isStillStored(chats: Chats, memberId: string, frame: ServerFrame): Promise<boolean> {
  if (frame.type !== "message" && frame.type !== "message_changed" && frame.type !== "notification")
    return true;
  const id = Number(frame.payload.id);
  const row =
    frame.type !== "notification"
      ? chatOfMessage(chats, id).get(sql`SELECT 1 FROM chat_messages m WHERE ${isStored} AND id = ${id}`)
      : chats[0].get(sql`
          SELECT 1 FROM notices WHERE member = ${memberKey(memberId)} AND is_read IN (0, 1) AND id = ${id}`);
  return (await row) !== undefined;
}

/** Returns the number of unread notifications. It also covers a newer one, `last`, that is deleted by now. */
async function currentCount(db: Db, memberId: string, last: string) {
  const { count: unread, last: newest } = await countUnread({ db, viewer: { id: memberId } });
  return { unread, last: String(Math.max(Number(newest), Number(last))) };
}

/** Returns the frame of a pair's stored state, or null when `payload` agrees with it. */
async function currentStatus(db: Db, { payload }: StatusFrame): Promise<StatusFrame | null> {
  const { fromUserId, toUserId } = payload;
  const row = await db.get<ConnectionRow | undefined>(sql`
    SELECT ${statusColumns(fromUserId)} FROM users u LEFT JOIN ${sidesOfMember(fromUserId)} WHERE u.id = ${toUserId}`);
  const statusFrame = (from: string, status: StatusFrame["payload"]["status"]): StatusFrame => {
    const to = from === fromUserId ? toUserId : fromUserId;
    return { type: "connection_status", payload: { fromUserId: from, toUserId: to, status } };
  };
  if (row?.status === "accepted") {
    return payload.status === "accepted" ? null : statusFrame(fromUserId, "accepted");
  }
  if (row?.status === "pending" && row.followerId) {
    const agrees = payload.status === "pending" && row.followerId === fromUserId;
    return agrees ? null : statusFrame(row.followerId, "pending");
  }
  if (payload.status === "accepted") return statusFrame(fromUserId, "disconnected");
  return payload.status === "pending" ? statusFrame(fromUserId, "cancelled") : null;
}
