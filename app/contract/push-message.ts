/** The texts of a reply in a notification. */
export interface ReplyLabels {
  reply: string;
  placeholder: string;
  /** Shows a reply that was not sent, in place of `{text}`. */
  notSent: string;
  /** The title of that notification. */
  sendAgain: string;
}

/** The texts of the actions of a connection request. */
export interface RequestLabels {
  accept: string;
  reject: string;
}

/**
 * The text of a push message, as JSON. public/sw.js shows it: no more than the notification needs, because the push
 * service stores it, encrypted, until the device is reached.
 */
export interface PushMessage {
  /** Decides the actions of the notification. */
  kind: "message" | "request" | "other";
  /** A notification replaces the one with the same tag: one per conversation, and per kind of news about a post. */
  tag: string;
  /** The id of the message or notification. */
  id: string;
  /** The id of the member whom it is for: another one may be logged in by now. */
  to: string;
  /** The id of the member who acted. */
  from: string;
  title: string;
  body: string;
  /** The language of the texts (BCP 47). */
  lang: string;
  /** The texts of the notification's actions; missing where it has none. */
  labels?: ReplyLabels | RequestLabels;
  /** The address that a press opens. */
  path: string;
  /** The time of the event, in milliseconds since 1970. */
  at: number;
  /** All that the member has not read, for the badge. */
  unread: number;
  /** The tags of notifications that were shown and are read by now. */
  read: string[];
}
