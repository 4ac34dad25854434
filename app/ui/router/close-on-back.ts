import { pageKey } from "./page-key";

/**
 * An overlay has a history entry of its own, a marked copy of its page's entry, so that Back closes the overlay and
 * stays on the page. The router does not see moves between the two. When an overlay closes in another way its entry
 * remains, because a traversal could collide with a navigation: the next overlay uses it, and Back skips it.
 */
interface EntryState {
  key?: string;
  /** The router's index of the entry. */
  idx?: number;
  isOverlay?: boolean;
}

/** Closes the overlay and returns true, or asks first and returns false. */
type Close = () => boolean;

/** The open overlays, the top one last. */
const overlays: Close[] = [];
/** Key of the page whose overlay entry was the current one when the browser last moved; null on a page's own entry. */
let overlayOf: string | null = null;
/** The router's index of that entry. */
let overlayIndex: number | undefined;
/** Keys of pages whose overlay entry the router has replaced, as at the viewer's next post: Back skips their own. */
const replaced = new Set<string>();
let isListening = false;

/** Calls `close` on Back. Returns a function that ends this, once the overlay is closed. */
export function closeOnBack(close: Close): () => void {
  if (!isListening) {
    isListening = true;
    // Captures the event before the router handles it.
    window.addEventListener("popstate", handleMove, true);
  }
  overlays.push(close);
  addEntry();
  return () => {
    overlays.splice(overlays.indexOf(close), 1);
  };
}

const entryKey = (state: EntryState | null) => state?.key ?? "default";

/** Adds the overlay entry unless it exists, or unless the browser is about to leave the page's entry. */
function addEntry(): void {
  // The router writes the state, and this module `isOverlay`.
  const state = history.state as EntryState | null;
  if (entryKey(state) !== pageKey()) return;
  if (overlayOf !== null && overlayOf !== pageKey() && overlayIndex === state?.idx) replaced.add(overlayOf);
  overlayOf = pageKey();
  overlayIndex = state?.idx;
  if (!state?.isOverlay) history.pushState({ ...state, isOverlay: true }, "");
}

function handleMove(event: PopStateEvent): void {
  const state = event.state as EntryState | null;
  const from = overlayOf;
  overlayOf = state?.isOverlay ? entryKey(state) : null;
  // The router replaced the overlay's entry, as after the deletion of a post: its page's entry is part of it.
  const key = entryKey(state);
  const isPart = key !== pageKey() && (key === from || replaced.has(key));
  if (state?.idx && !state.isOverlay && isPart) {
    event.stopImmediatePropagation();
    history.back();
    return;
  }
  // A link to an anchor has no state. All other moves but those between a page and its overlay are the router's.
  const isWithinPage = state !== null && entryKey(state) === pageKey();
  if (!isWithinPage || (state.isOverlay ? from !== null : from !== pageKey())) return;
  event.stopImmediatePropagation();
  if (state.isOverlay) return;
  const top = overlays.at(-1);
  const isLast = overlays.length === 1;
  if (!top) history.back();
  else if (!top() || !isLast) addEntry();
}

/** Closes a menu or popover on Back, on touch screens only: elsewhere its entry would just replace those of Forward. */
export function closeOnBackGesture(close: () => void): () => void {
  if (!matchMedia("(pointer: coarse)").matches) return () => undefined;
  return closeOnBack(() => {
    close();
    return true;
  });
}
