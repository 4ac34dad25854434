import { GROUP_MEMBERS_SHOWN } from "~/contract/limits";
import { groupIdOf } from "~/contract/notification-groups";
import type { NotificationGroupView } from "~/contract/notifications";
import type { LiveNotification, NotificationFilter } from "./notifications-store";

/**
 * Adds live notifications to older loaded groups: each moves its group to the top. When a member whom the group only
 * counts acts again, the number of members is too high until the next refetch.
 * @param live newest first
 */
export function withLive(
  groups: readonly NotificationGroupView[],
  live: readonly LiveNotification[],
): NotificationGroupView[] {
  const newest = Math.max(0, ...groups.map(({ lastId }) => Number(lastId)));
  return live
    .filter(({ id }) => Number(id) > newest)
    .reduceRight<NotificationGroupView[]>(
      (joined, notification) => {
        const added = groupOf(notification);
        const group = joined.find(({ id }) => id === added.id);
        const others = joined.filter((one) => one !== group);
        return [group ? { ...added, ...membersOf(group, added) } : added, ...others];
      },
      [...groups],
    );
}

/** Returns a group without what a filter removes of it, as far as that is known; null for a group that is gone. */
export function withoutRemoved(
  group: NotificationGroupView,
  isRemoved: NotificationFilter,
): NotificationGroupView | null {
  const { lastId, type, entityId, commentId, fromUsers, memberCount } = group;
  const about = type === "comment_like" || type === "comment_reply" ? subjectIn(group) : null;
  if (isRemoved({ id: "", entityId, commentIds: [about], fromUserId: "" })) return null;
  const left = fromUsers.filter(({ id: fromUserId }, at) => {
    const isNewest = at === 0;
    const commentIds = isNewest ? [commentId] : [];
    return !isRemoved({ id: isNewest ? lastId : "", entityId: null, commentIds, fromUserId });
  });
  const [first, ...others] = left;
  if (left.length === fromUsers.length) return group;
  if (!first) return null;
  return {
    ...group,
    fromUsers: [first, ...others],
    memberCount: memberCount - (fromUsers.length - left.length),
  };
}

/** Returns the subject in a group's id (`groupIdOf`). */
const subjectIn = ({ id }: NotificationGroupView): string | null => id.split(":")[1] ?? null;

/** Returns the members of a group that a notification has joined. The frame of a notification carries no avatar. */
function membersOf({ fromUsers, memberCount }: NotificationGroupView, added: NotificationGroupView) {
  const [latest] = added.fromUsers;
  const known = fromUsers.find(({ id }) => id === latest?.id);
  const others = fromUsers.filter((one) => one !== known);
  return {
    fromUsers: [...(known ? [known] : added.fromUsers), ...others].slice(0, GROUP_MEMBERS_SHOWN),
    memberCount: known ? memberCount : memberCount + 1,
  };
}

/** Returns a live notification as a group. */
function groupOf({
  id,
  type,
  entityId,
  commentId,
  parentId,
  message,
  fromUserId,
  fromUsername,
  receivedAt,
}: LiveNotification): NotificationGroupView {
  const about = { type, entityId, commentId: commentId ?? null };
  return {
    ...about,
    id: groupIdOf({ ...about, id, parentId: parentId ?? null }),
    lastId: id,
    message: type === "comment_like" ? (message ?? null) : null,
    isRead: false,
    createdAt: receivedAt,
    canAnswer: false,
    fromUsers: [{ id: fromUserId, username: fromUsername, profileImage: null }],
    memberCount: 1,
  };
}
