import type { ServerFrame } from "~/contract/channel";
import type { ChatCtx } from "~/domain/chat/chat-context";
import type { TypingConnection } from "~/domain/connections/read-typing";
import type { Presence } from "./presence";
import type { Sockets } from "./sockets";

/** The parts of a hub that a frame's handler uses. */
export interface FrameContext {
  /** The hub's member: the sender of every frame. */
  memberId: string;
  /** The context of the chat use cases, which the API calls as well. */
  chat: ChatCtx;
  /** Returns the connection with another member, from the hub's `ConnectionCache`; undefined without one. */
  connectionWith: (memberId: string) => Promise<TypingConnection | undefined>;
  /** Returns whether the site is in maintenance. */
  isReadOnly: () => Promise<boolean>;
  sockets: Sockets;
  presence: Presence;
  /** Sends a frame to another member's open tabs; resolves when it is delivered or queued. */
  publish: (memberId: string, frame: ServerFrame) => Promise<void>;
}
