import { atom } from "nanostores";
import { useSyncExternalStore } from "react";
import { onFrame } from "./frames";
import { link } from "./link";

/** Ids of the viewer's connections that are online. Keeps its last value while the link is lost. */
export const $online = atom<ReadonlySet<string>>(new Set());

onFrame("online-users", ({ users }) => $online.set(new Set(users)));
onFrame("online", ({ userId }) => $online.set(new Set([...$online.get(), userId])));
onFrame("offline", ({ userId }) => $online.set(new Set([...$online.get()].filter((id) => id !== userId))));
link.$state.listen((state) => {
  if (state === "closed" || state === "ended") $online.set(new Set());
});

/** Returns whether a connection of the viewer is online; re-renders only when that changes. */
export function useOnline(userId: string): boolean {
  return useSyncExternalStore(
    (onChange) => $online.listen(onChange),
    () => $online.get().has(userId),
    () => false,
  );
}
