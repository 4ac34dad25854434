import type { FrameBucket } from "./frame-bucket";
import type { SendWindow } from "./send-windows";

/** The state of one socket. It is stored with the socket and survives hibernation. */
export interface SocketAttachment {
  sessionId: string;
  /** When the session expires, in milliseconds since 1970. */
  expiresAt: number;
  /** When the last frame arrived, in milliseconds since 1970; pings do not count. */
  lastFrameAt: number;
  /** When the socket opened, in milliseconds since 1970. */
  openedAt: number;
  /** Number of frames that have arrived. */
  frames: number;
  /** The client has sent `offline`: the socket stays open but does not keep its member online. */
  away: boolean;
  /** The client has said that its tab is not visible. Missing in a socket from before this field. */
  hidden?: boolean;
  /** Closed from this side; the runtime lists it until the peer acknowledges. */
  closed: boolean;
  /** The member's frame bucket as of this socket's last frame. */
  bucket: FrameBucket;
  /** The text of `Sockets.keep`. */
  kept: string | null;
  /** Missing in a socket that was sent nothing, or is from before this field. */
  window?: SendWindow;
}

/** Returns the state of a socket; null for one that the hub has not accepted. */
export function attachmentOf(socket: WebSocket): SocketAttachment | null {
  // Only `Sockets` writes attachments.
  return socket.deserializeAttachment() as SocketAttachment | null;
}

/** Changes fields of a socket's state. */
export function updateAttachment(socket: WebSocket, change: Partial<SocketAttachment>): void {
  const attachment = attachmentOf(socket);
  if (attachment) socket.serializeAttachment({ ...attachment, ...change } satisfies SocketAttachment);
}
