import { useSyncExternalStore } from "react";
import { onFrame } from "./frames";
import { link } from "./link";

let online: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function become(next: Iterable<string>): void {
  online = new Set(next);
  for (const listener of listeners) listener();
}

onFrame("online-users", ({ users }) => become(users));
onFrame("online", ({ userId }) => become([...online, userId]));
onFrame("offline", ({ userId }) => become([...online].filter((id) => id !== userId)));
link.subscribe(() => {
  if ((link.state === "closed" || link.state === "ended") && online.size > 0) become([]);
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a connection of the viewer's is online, kept current. While the link is lost, as it last was. */
export function useOnline(userId: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => online.has(userId),
    () => false,
  );
}
