import { useSyncExternalStore } from "react";
import { type LinkState, link } from "./link";

/** How the page's link to the server is, kept current. */
export function useConnectionState(): LinkState {
  return useSyncExternalStore(
    link.subscribe,
    () => link.state,
    () => "closed",
  );
}
