import { GROUP_MEMBERS_SHOWN } from "./limits";
import type { NotificationView } from "./notifications";
import { DAY_MS } from "./time";

/** The part of a notification that decides its group. */
export interface Grouped extends Pick<NotificationView, "id" | "type" | "entityId" | "commentId"> {
  /** The comment that a reply belongs to. */
  parentId: string | null;
}

/** Returns the thing that notifications of a group are about; null for a notification that is never grouped. */
export function subjectOf({ type, entityId, commentId, parentId }: Omit<Grouped, "id">): string | null {
  switch (type) {
    case "like":
    case "save":
    case "comment":
    case "post_share":
      return entityId;
    case "comment_like":
      return commentId;
    case "comment_reply":
      return parentId;
    default:
      return null;
  }
}

/**
 * Returns the tag of the notification on a device: likes of one post share one, requests of two members do not.
 * @param fromUserId the member who acted
 */
export function tagOf({ fromUserId, ...about }: Omit<Grouped, "id"> & { fromUserId: string }): string {
  return `${about.type}:${subjectOf(about) ?? about.entityId ?? fromUserId}`;
}

/** Returns whether a notification with this tag on a device is about the group. */
export const isOfGroup = (tag: string, groupId: string): boolean => groupId.startsWith(`${tag}:`);

/** Returns the id of a notification's group, or its own if it is never grouped. An id is a time in milliseconds. */
export function groupIdOf(notification: Grouped): string {
  const subject = subjectOf(notification);
  if (subject === null) return notification.id;
  return `${notification.type}:${subject}:${Math.floor(Number(notification.id) / DAY_MS)}`;
}

/** The names that the text of a group has, and the number of members whom it only counts. */
export function namesOf(usernames: readonly string[], memberCount: number) {
  const names = usernames.slice(0, GROUP_MEMBERS_SHOWN);
  return { names, others: memberCount - names.length };
}
