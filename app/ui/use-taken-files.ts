import { useLingui } from "@lingui/react/macro";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { isOverlayOpen } from "./is-shortcut-blocked";
import { showToast } from "./toast-store";
import { filesIn, isTextWithPicture } from "./transferred-files";

/**
 * Takes files that are dropped anywhere on the page, or in one area of it, which comes first. Files alone: not a link,
 * a text, or an image of this page. Takes nothing while a dialog is open.
 * @returns whether files are dragged over it
 */
export function useDroppedFiles(
  onFiles: (files: File[]) => void,
  area?: RefObject<HTMLElement | null>,
): boolean {
  const { t } = useLingui();
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent((transfer: DataTransfer) => {
    const { files, hasFolder } = filesIn(transfer);
    // A browser gives a folder as a file that cannot be read.
    if (hasFolder)
      showToast({
        kind: "danger",
        title: t`Folders can't be added`,
        text: t`Please open the folder and drop the files in it.`,
      });
    if (files.length > 0) onFiles(files);
  });
  useEffect(() => {
    const events = new AbortController();
    const { signal } = events;
    const target: EventTarget = area?.current ?? document;
    const listen = (type: "dragover" | "dragleave" | "drop", on: (event: DragEvent) => void) =>
      target.addEventListener(type, (event) => event instanceof DragEvent && on(event), { signal });
    // Chromium offers an image of the page that is dragged as a file.
    let isOwn = false;
    document.addEventListener("dragstart", () => (isOwn = true), { signal });
    document.addEventListener("dragend", () => (isOwn = false), { signal });
    const takes = (event: DragEvent) =>
      !event.defaultPrevented && !isOwn && event.dataTransfer?.types.includes("Files") && !isOverlayOpen();
    listen("dragover", (event) => {
      const isTaken = takes(event) ?? false;
      setOver(isTaken);
      if (!isTaken || !event.dataTransfer) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
    });
    listen("dragleave", ({ relatedTarget }) => {
      const isInside = relatedTarget instanceof Node && (area?.current ?? document).contains(relatedTarget);
      if (!isInside) setOver(false);
    });
    listen("drop", (event) => {
      setOver(false);
      if (!takes(event) || !event.dataTransfer) return;
      event.preventDefault();
      take(event.dataTransfer);
    });
    return () => events.abort();
  }, [area]);
  return isOver;
}

/** Takes files pasted anywhere on the page. In a field, text that comes with its picture, as from Word, stays text. */
export function usePastedFiles(onFiles: (files: File[]) => void): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData, target } = event;
    if (event.defaultPrevented || !clipboardData || isOverlayOpen()) return;
    const { files } = filesIn(clipboardData);
    const isInField =
      target instanceof Element && target.closest("input, textarea, [contenteditable]") !== null;
    if (files.length === 0 || (isInField && isTextWithPicture(clipboardData, files))) return;
    event.preventDefault();
    onFiles(files);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event);
    document.addEventListener("paste", listen);
    return () => document.removeEventListener("paste", listen);
  }, []);
}
