import type { TypedMention } from "./typed-mention";

/**
 * Replaces a mention being typed with `@username` and a space, and puts the caret behind it. Inserts nothing where the
 * name does not fit into the field's `maxlength`.
 */
export function insertMention(
  field: HTMLTextAreaElement,
  { start, end }: TypedMention,
  username: string,
): void {
  const name = `@${username}`;
  const hasSpace = field.value[end] === " ";
  const room =
    field.maxLength < 0 ? Number.POSITIVE_INFINITY : field.maxLength - field.value.length + end - start;
  if (name.length > room) return;
  field.focus();
  field.setSelectionRange(start, end);
  insertText(field, hasSpace ? name : `${name} `.slice(0, room));
  if (hasSpace) field.setSelectionRange(start + name.length + 1, start + name.length + 1);
}

/**
 * Inserts text in place of the selection. Undo works only with `execCommand`, which Chromium, Firefox and WebKit have
 * (MDN, Document.execCommand).
 */
function insertText(field: HTMLTextAreaElement, text: string): void {
  if (document.execCommand("insertText", false, text)) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText", data: text }));
}
