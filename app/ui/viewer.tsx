import { useStore } from "@nanostores/react";
import { atom } from "nanostores";
import { type MouseEvent, Suspense } from "react";
import { lazyPart } from "./lazy-part";
import type { PhotoSource } from "./photo";
import type { View } from "./photo-viewer.client";
import type { Around } from "./use-photo-groups.client";

const PhotoViewer = lazyPart(() => import("./photo-viewer.client"));

const $view = atom<View | null>(null);

/** Fetches the viewer's code, for a press that opens the viewer in a moment. */
export const preloadViewer = PhotoViewer.preload;

/**
 * Shows photos in full screen (docs/product.md#viewer).
 * @param opener contains the image of the photo at `index`
 * @param around loads the photos before and after these, such as those of the next post
 */
export function openViewer(opener: HTMLElement, photos: PhotoSource[], index = 0, around?: Around): void {
  $view.set({ photos, index, loaded: opener.querySelector("img")?.currentSrc, opener, around });
}

/** Returns whether a press of a link is for the browser: with another button, or a key that opens a tab or a window. */
export function isForBrowser(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}

/** Returns the press handler of a link to a photo, which opens the viewer in place of the photo's file. */
export function viewOnPress(photos: PhotoSource[], index = 0) {
  return (event: MouseEvent<HTMLElement>) => {
    if (isForBrowser(event)) return;
    event.preventDefault();
    openViewer(event.currentTarget, photos, index);
  };
}

/** Renders the viewer while one is open. Its code (15 KB) is fetched when the first one opens. */
export function ViewerHost() {
  const view = useStore($view);
  if (!view) return null;
  return (
    <Suspense>
      <PhotoViewer view={view} onClosed={() => $view.set(null)} />
    </Suspense>
  );
}
