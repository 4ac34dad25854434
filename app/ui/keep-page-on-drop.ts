/**
 * Keeps the page when something is dropped that nothing takes: a browser would open the link or file in its place.
 * Links and texts can still be dropped into fields.
 */
export function keepPageOnDrop(): void {
  const refuse = (event: DragEvent) => {
    const { dataTransfer, target } = event;
    if (event.defaultPrevented || !dataTransfer) return;
    const field = dataTransfer.types.includes("Files")
      ? "input[type=file]"
      : "input, textarea, [contenteditable]";
    if (target instanceof Element && target.closest(field)) return;
    event.preventDefault();
    dataTransfer.dropEffect = "none";
  };
  // The window is last, after everything that takes a drop.
  window.addEventListener("dragover", refuse);
  window.addEventListener("drop", refuse);
}
