/**
 * Returns whether a control has the focus already when an overlay has closed and Radix is about to restore it, which
 * happens in a task of its own: who has moved on by then, as from a panel to the search field, stays there. A dialog
 * counts as free, because Radix focuses it for a moment when an overlay inside it is removed.
 */
export function isFocusTaken(): boolean {
  const { activeElement, body } = document;
  return (
    activeElement !== null &&
    activeElement !== body &&
    !activeElement.matches("[role=dialog], [role=alertdialog]")
  );
}
