/**
 * Returns whether a key press is not for the page's own shortcuts: it is typed into a field, belongs to an open dialog
 * or menu or to the browser, or has been handled.
 */
export function isShortcutBlocked(event: KeyboardEvent): boolean {
  return isKeyTaken(event) || isOverlayOpen();
}

/** Returns whether a key press is typed into a field, belongs to the browser, or has been handled. */
export function isKeyTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return true;
  const { target } = event;
  return Boolean(target instanceof Element && target.closest("input, textarea, select, [contenteditable]"));
}

/** Returns whether a dialog or menu is open. A closed popover of the platform is in the document, without a box. */
export function isOverlayOpen(): boolean {
  const overlays = document.querySelectorAll("[role=dialog], [role=alertdialog], [role=menu]");
  return [...overlays].some((overlay) => overlay.getClientRects().length > 0);
}
