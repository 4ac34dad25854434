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

/** The states as this instance has read or stored them: reading one takes longer than sending a frame. */
const known = new WeakMap<WebSocket, SocketAttachment>();

/** Returns the state of a socket; null for one that the hub has not accepted. Do not modify. */
export function attachmentOf(socket: WebSocket): SocketAttachment | null {
  const cached = known.get(socket);
  if (cached) return cached;
  // Only `storeAttachment` writes attachments.
  const stored = socket.deserializeAttachment() as SocketAttachment | null;
  if (stored) known.set(socket, stored);
  return stored;
}

/** Stores the state of a socket. */
export function storeAttachment(socket: WebSocket, attachment: SocketAttachment): void {
  socket.serializeAttachment(attachment);
  known.set(socket, attachment);
}

/** Changes fields of a socket's state. */
export function updateAttachment(socket: WebSocket, change: Partial<SocketAttachment>): void {
  const attachment = attachmentOf(socket);
  if (attachment) storeAttachment(socket, { ...attachment, ...change });
}
