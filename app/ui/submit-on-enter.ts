import type { KeyboardEvent } from "react";

/**
 * Returns whether the key belongs to an IME composition, for example Enter, which accepts a character. Safari ends the
 * composition before it fires that `keydown`, so `isComposing` is false there and only the key code 229 tells
 * (MDN, keydown event).
 */
export function isComposing({
  nativeEvent,
  keyCode,
}: Pick<KeyboardEvent, "keyCode"> & { nativeEvent: Pick<globalThis.KeyboardEvent, "isComposing"> }): boolean {
  return nativeEvent.isComposing || keyCode === 229;
}

/** Enter submits the form of a short text; Shift+Enter starts a new line. */
export function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** Ctrl/Cmd+Enter submits a long form from any of its fields. */
export function submitOnModEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || isComposing(event)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
