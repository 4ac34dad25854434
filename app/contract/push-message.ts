/**
 * The text of a push message, as JSON. public/sw.js shows it: no more than the notification needs, because it lies at the push
 * service, encrypted, until the device is reached.
 */
export interface PushMessage {
  /** Decides the actions of the notification. */
  kind: "message" | "request" | "other";
  /** A notification replaces the one with the same tag: one for each conversation, and for each kind of news about a post. */
  tag: string;
  /** The id of the message or notification. */
  id: string;
  /** The id of the member whom it is for: another one may be logged in by now. */
  to: string;
  /** The id of the member who acted. */
  from: string;
  title: string;
  body: string;
  /** The address that a press opens. */
  path: string;
  /** The time of the event, in milliseconds since 1970. */
  at: number;
  /** All that the member has not read, for the badge. */
  unread: number;
  /** The tags of notifications that were shown and are read by now. */
  read: string[];
}
