/**
 * Returns whether a key press is not for the page's own shortcuts: it is typed into a field, belongs to an open dialog
 * or menu or to the browser, or has been handled.
 */
export function isShortcutBlocked(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return true;
  const isTyped =
    event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
  return Boolean(isTyped || document.querySelector("[role=dialog], [role=alertdialog], [role=menu]"));
}
