/** Joins the truthy class names. Later classes do not override earlier ones. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
