/** An event to push: the id of a message or notification, and the tag of its notification on the device. */
export interface PushEvent {
  source: "message" | "notice";
  id: string;
  tag: string;
}

/** Returns the tag of the notification of a conversation. */
export const chatTag = (memberId: string): string => `chat:${memberId}`;

/** Returns the other member of a conversation by its tag. */
export const memberOf = (tag: string): string => tag.slice("chat:".length);
