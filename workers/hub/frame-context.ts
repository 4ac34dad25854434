import type { ServerFrame } from "~/contract/channel";
import type { ChatCtx } from "~/domain/chat/chat-context";
import type { Presence } from "./presence";
import type { Sockets } from "./sockets";

/** What the hub lends to who handles a frame. */
export interface FrameContext {
  /** Whose hub it is: the member of the session, and of every frame. */
  memberId: string;
  /** For use cases that calls have too; what they tell is on its way when they have ended. */
  chat: ChatCtx;
  sockets: Sockets;
  presence: Presence;
  /** Sends to another member's open tabs. */
  publish: (memberId: string, frame: ServerFrame) => Promise<void>;
}
