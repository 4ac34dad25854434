import type { ServerFrame } from "~/contract/channel";

/** A frame and its recipient: every open tab of the member `to`. */
export interface Envelope {
  to: string;
  frame: ServerFrame;
}

/** A post's counts that are published live. */
export type PostCount = "likes" | "comments";

/**
 * Publishes events to the browsers of the members concerned. Every method returns at once and runs after the response; none
 * throws. A use case stores its change first, so a browser that misses a frame catches up with its next read.
 */
export interface Realtime {
  /** Sends a frame to every open tab of a member. */
  publish: (memberId: string, frame: ServerFrame) => void;
  /**
   * Publishes a post's stored count to its author and to the author's connections that are online. Costs the caller one
   * call, however large that audience is; changes of the same count within a second are coalesced.
   */
  countsChanged: (ownerId: string, postId: string, count: PostCount) => void;
  /** Announces a new post to its author and to the author's connections that are online. Costs the caller one call. */
  postCreated: (ownerId: string, postId: string) => void;
  /** Closes the sockets of sessions that have ended. */
  endSessions: (memberId: string, sessionIds: string[]) => void;
  /** Closes the sockets of a deleted account, deletes its hub's storage, then sends the envelopes. */
  accountDeleted: (memberId: string, sessionIds: string[], envelopes: Envelope[]) => void;
  /** Shows two members who became connections each other's presence. */
  connected: (memberId: string, otherId: string) => void;
  /** Shows two members who are no longer connections as offline to each other. */
  disconnected: (memberId: string, otherId: string) => void;
  /** Publishes a member's presence anew after they hid or showed it. */
  presenceChanged: (memberId: string) => void;
}
