import type { ServerFrame } from "~/contract/channel";

type FrameOf<T extends ServerFrame["type"]> = Extract<ServerFrame, { type: T }>;
type Listener = (frame: ServerFrame) => void;

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
