/** Joins the class names that apply. Later classes do not undo earlier ones: components keep to what callers may set. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
