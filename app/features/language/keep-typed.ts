/** The texts typed on a page, until the same page in another language has taken them. */
const KEY = "afterglow-typed";

interface Typed {
  path: string;
  texts: [name: string, value: string][];
}

const fields = () =>
  [
    ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input[name], textarea[name]"),
  ].filter(({ type }) => ["text", "email", "search", "url", "textarea"].includes(type));

/** Keeps what is typed on this page, other than passwords, for this tab. */
export function keepTyped(): void {
  const texts = fields().map(({ name, value }): [string, string] => [name, value]);
  const typed: Typed = { path: location.pathname, texts: texts.filter(([, value]) => value !== "") };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(typed));
  } catch {
    // The browser has no room, or no storage.
  }
}

/** Fills the fields of this page with what was kept of it, once. */
export function restoreTyped(): void {
  try {
    const kept: Typed | null = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    sessionStorage.removeItem(KEY);
    if (kept?.path !== location.pathname) return;
    for (const field of fields()) {
      const [, value] = kept.texts.find(([name]) => name === field.name) ?? [];
      if (value !== undefined && field.value === "") type(field, value);
    }
  } catch {
    // Without storage nothing was kept.
  }
}

/** Sets a value as typing does: React reads it from the event, and finds it new by the element's own setter. */
function type(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
