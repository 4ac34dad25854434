import type { ServerFrame } from "~/contract/channel";

type FrameOf<T extends ServerFrame["type"]> = Extract<ServerFrame, { type: T }>;
type Listener = (frame: ServerFrame) => void;

/**
 * All types of server frames. Not imported from the schemas of contract/channel.ts, which would double the size of a
 * page's code.
 */
const knownTypes: Record<ServerFrame["type"], true> = {
  error: true,
  ping: true,
  online: true,
  offline: true,
  "online-users": true,
  typing: true,
  read: true,
  message: true,
  message_deleted: true,
  message_changed: true,
  chat_state: true,
  unread: true,
  synced: true,
  new_post: true,
  post_deleted: true,
  like_update: true,
  comment_update: true,
  like_state: true,
  save_state: true,
  comment_like_update: true,
  comment_reply_update: true,
  comment_like_state: true,
  share_post: true,
  notification: true,
  notifications_read: true,
  notification_deleted: true,
  connection_status: true,
};

const listeners = new Map<string, Set<Listener>>();

/** Subscribes to the frames of one type. Returns a function that unsubscribes. */
export function onFrame<T extends ServerFrame["type"]>(
  type: T,
  listener: (payload: FrameOf<T>["payload"]) => void,
): () => void {
  // `dispatchFrame` calls a listener only with frames of its own type.
  const receive: Listener = (frame) => listener(frame.payload as FrameOf<T>["payload"]);
  const ofType = listeners.get(type) ?? new Set();
  listeners.set(type, ofType.add(receive));
  return () => ofType.delete(receive);
}

/** Calls the subscribers of a frame's type, in the order in which they subscribed. */
export function dispatchFrame(frame: ServerFrame): void {
  for (const listener of listeners.get(frame.type) ?? []) listener(frame);
}

/** Parses a text frame of the server. Returns null for an unknown type, and logs it (docs/product.md#channel). */
export function parseServerFrame(text: string): ServerFrame | null {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    frame = null;
  }
  const type = typeof frame === "object" && frame !== null ? Reflect.get(frame, "type") : undefined;
  // Tests check the server's frames against the contract, so a known type has its payload.
  if (typeof type === "string" && Object.hasOwn(knownTypes, type)) return frame as ServerFrame;
  console.info("Ignored a frame of an unknown type.", type);
  return null;
}
