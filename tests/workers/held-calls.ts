import type { CallName } from "~/contract/calls";

/** The calls that a hub may answer. */
export const heldCalls = [
  "me",
  "readFeed",
  "listNotificationGroups",
  "countUnreadNotifications",
  "countUnreadMessages",
  "listChats",
  "readStories",
  "listConnections",
] as const satisfies CallName[];
