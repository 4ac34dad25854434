import type { ServerFrame } from "~/contract/channel";

/** The subjects of what a hub caches: posts, members and connections, notifications, messages, unread counts. */
export const topics = ["posts", "people", "notifications", "messages", "unread"] as const;
export type Topic = (typeof topics)[number];

/** A post's counts that are published live. */
export type PostCount = "likes" | "comments";

/** A count that has changed: of a post, or, with `commentId`, the likes of or the replies to a comment on it. */
export interface ChangedCount {
  postId: string;
  count: PostCount;
  commentId?: string;
}

/** A change that the hub of the member `memberId` publishes to that member's audience. */
export type Announcement =
  /** One of their posts has another count. */
  | { type: "counts_changed"; payload: ChangedCount & { memberId: string } }
  | { type: "post_created"; payload: { memberId: string; postId: string } }
  | { type: "post_removed"; payload: { memberId: string; postId: string } }
  | { type: "posts_changed"; payload: { memberId: string } }
  /** Their name or photo has changed. */
  | { type: "member_changed"; payload: { memberId: string } };

/** An event for a member's hub only; no tab receives it. `changed`: rows of these topics have changed. */
export type HubEvent = { type: "changed"; payload: { topics: readonly Topic[] } } | Announcement;

/** A frame and its recipient: every open tab of the member `to`; or an event for the member's hub. */
export interface Envelope {
  to: string;
  frame: ServerFrame | HubEvent;
}

/**
 * Publishes events to the browsers and hubs of the members concerned. Every method returns at once and runs after the
 * response, except `expectChatSteps`; a response waits until a hub knows that sessions have ended or notifications are
 * pushed. All events of one write reach a hub in one call. None throws. A change is stored first: a browser that misses
 * a frame catches up with its next read.
 */
export interface Realtime {
  /** Sends a frame to every open tab of a member. */
  publish: (memberId: string, frame: ServerFrame) => void;
  /**
   * Publishes a post's stored count to its author and to the author's connections that are online. Costs the caller one
   * call, however large that audience is; changes of the same count within a second are coalesced.
   * @param commentId publishes the likes of, or the replies to, a comment on the post instead
   */
  countsChanged: (ownerId: string, postId: string, count: PostCount, commentId?: string) => void;
  /** Announces a new post to its author and to the author's connections that are online. Costs the caller one call. */
  postCreated: (ownerId: string, postId: string) => void;
  /** Removes a deleted post from the open pages and hubs of its author and connections. Costs the caller one call. */
  postRemoved: (ownerId: string, postId: string) => void;
  /** Invalidates what members' hubs have cached about these topics. */
  changed: (memberIds: string[], topics: readonly Topic[]) => void;
  /** Notifies the hubs of a member and of their connections that the member's posts have changed. Costs one call. */
  postsChanged: (ownerId: string) => void;
  /** Publishes a changed name or photo to the hubs of all whose lists show the member. Costs the caller one call. */
  memberChanged: (memberId: string) => void;
  /** Closes the sockets of sessions that have ended. */
  endSessions: (memberId: string, sessionIds: string[]) => void;
  /** Closes the sockets of a session whose token was replaced; its browser reopens them with the new one. */
  sessionRenewed: (memberId: string, sessionId: string) => Promise<void>;
  /** Closes the sockets of a deleted or suspended account, deletes its hub's storage, then sends the envelopes. */
  accountClosed: (memberId: string, sessionIds: string[], envelopes: Envelope[]) => void;
  /** Shows two members who became connections each other's presence. */
  connected: (memberId: string, otherId: string) => void;
  /** Shows two members who are no longer connections as offline to each other. */
  disconnected: (memberId: string, otherId: string) => void;
  /**
   * Makes sure that the steps of the chat databases are completed although the request is cut off (`withChatSteps`):
   * the member's hub does it in a moment. Resolves when the hub knows, or cannot be reached.
   */
  expectChatSteps: (memberId: string) => Promise<void>;
  /** Notifies a member's hub of a device for push notifications. A hub that misses it learns within an hour. */
  expectPushes: (memberId: string) => void;
  /** Publishes a member's presence anew after they hid or showed it. */
  presenceChanged: (memberId: string) => void;
}
