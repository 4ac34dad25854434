import type { ServerFrame } from "~/contract/channel";

type FrameOf<T extends ServerFrame["type"]> = Extract<ServerFrame, { type: T }>;
type Listener = (frame: ServerFrame) => void;

/** Every type there is. The schemas of contract/channel.ts stay on the server: they would be most of a page's code. */
const knownTypes: Record<ServerFrame["type"], true> = {
  error: true,
  online: true,
  offline: true,
  "online-users": true,
  typing: true,
  read: true,
  message: true,
  message_deleted: true,
  unread: true,
  synced: true,
  like_update: true,
  comment_update: true,
  share_post: true,
  notification: true,
  notifications_read: true,
  connection_status: true,
};

const listeners = new Map<string, Set<Listener>>();

/** Hears every frame of one type that the channel brings. Outside React; call what it returns to stop. */
export function onFrame<T extends ServerFrame["type"]>(
  type: T,
  listener: (payload: FrameOf<T>["payload"]) => void,
): () => void {
  // A listener is only ever called with frames of the type it is kept under.
  const hear: Listener = (frame) => listener(frame.payload as FrameOf<T>["payload"]);
  const same = listeners.get(type) ?? new Set();
  listeners.set(type, same.add(hear));
  return () => same.delete(hear);
}

/** Hands a frame to whoever listens; called by the socket. */
export function announce(frame: ServerFrame): void {
  for (const listener of listeners.get(frame.type) ?? []) listener(frame);
}

/** The frame that our own server sent, or null for one of a type this page does not know, which is only logged (spec point 4). */
export function readServerFrame(text: string): ServerFrame | null {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    frame = null;
  }
  const type = typeof frame === "object" && frame !== null ? Reflect.get(frame, "type") : undefined;
  // The server's frames are held against the contract by its tests; a type that is known has its payload.
  if (typeof type === "string" && Object.hasOwn(knownTypes, type)) return frame as ServerFrame;
  console.info("A frame of an unknown type was left aside.", type);
  return null;
}
