import type { ServerFrame } from "~/contract/channel";

/**
 * What happened, on its way to the browsers of the members concerned. Always behind the reply, and never a reason for a
 * use case to fail: what matters is stored, and a browser that missed a frame catches up.
 */
export interface Realtime {
  /** To every open tab of one member. */
  tell: (memberId: string, frame: ServerFrame) => void;
  /** To every open tab of a member and of their connections. */
  tellCircle: (memberId: string, frame: ServerFrame) => void;
  /** Closes the sockets that sessions of one member have open; the sessions themselves are gone already. */
  endSessions: (memberId: string, sessionIds: string[]) => void;
}
