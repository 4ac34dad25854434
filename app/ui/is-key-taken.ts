/**
 * Whether a key is pressed for something else than the page's own shortcuts: it is typed into a field, it is for a dialog
 * or a menu that is open, it belongs to the browser, or somebody has acted on it.
 */
export function isKeyTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return true;
  const isTyped =
    event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
  return Boolean(isTyped || document.querySelector("[role=dialog], [role=alertdialog], [role=menu]"));
}
