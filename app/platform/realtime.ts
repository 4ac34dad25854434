import type { ServerFrame } from "~/contract/channel";

/** A frame for every open tab of one member. */
export interface Envelope {
  to: string;
  frame: ServerFrame;
}

/**
 * What happened, on its way to the browsers of the members concerned. Always behind the reply, and never a reason for a
 * use case to fail: what matters is stored, and a browser that missed a frame catches up.
 */
export interface Realtime {
  /** To every open tab of one member. */
  publish: (memberId: string, frame: ServerFrame) => void;
  /**
   * To every open tab of a member and of their connections. One call, whatever the size of the circle: the member's hub
   * does the rest, sends only to who is online, and joins counts of one post that come fast into one.
   */
  publishToAudience: (memberId: string, frame: ServerFrame) => void;
  /** Closes the sockets of sessions that have ended. */
  endSessions: (memberId: string, sessionIds: string[]) => void;
  /**
   * A member has left for good: closes the sockets of the sessions they had, keeps nothing of theirs, and tells others. One
   * call, however many those are.
   */
  accountDeleted: (memberId: string, sessionIds: string[], envelopes: Envelope[]) => void;
  /** Two members are connected from now on: each sees whether the other is online. */
  connected: (memberId: string, otherId: string) => void;
  /** They are no longer: neither sees it. */
  disconnected: (memberId: string, otherId: string) => void;
  /** A member has hidden or shown their presence. */
  presenceChanged: (memberId: string) => void;
}
