import type { NotificationType } from "./notifications";

/** The filters of a member's notifications, in the order of the page, with the types that each shows. */
const typesOf = {
  comments: ["comment", "comment_reply", "mention"],
  likes: ["like", "save", "comment_like"],
  connections: [
    "connection_request",
    "connection_accepted",
    "connection_rejected",
    "follow",
    "follow_request",
  ],
} as const satisfies Record<string, readonly NotificationType[]>;

/** `all` shows every type. */
export type NotificationFilterName = keyof typeof typesOf | "all";

export const notificationFilters: readonly NotificationFilterName[] = [
  "all",
  "comments",
  "likes",
  "connections",
];

/** Returns the filter that a parameter names; `all` for any other text. */
export const filterNamed = (name: string | null | undefined): NotificationFilterName =>
  notificationFilters.find((filter) => filter === name) ?? "all";

/** Returns the types that a filter shows; null for all. */
export const typesShown = (filter: NotificationFilterName): readonly NotificationType[] | null =>
  filter === "all" ? null : typesOf[filter];

/** Returns whether a filter shows a type. */
export const isShownBy = (filter: NotificationFilterName, type: NotificationType): boolean =>
  typesShown(filter)?.includes(type) ?? true;
