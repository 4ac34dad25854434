/** An element as a member perceives it: by its role and name, its label, or its text. */
export interface Locator {
  by: "role" | "label" | "text";
  value: string;
  /** The accessible name, for a role. */
  name?: Name;
  /** Text anywhere in the element. */
  containing?: string;
  /** The element that contains this one. */
  within?: Locator;
}

/** A whole name, or the source of a regular expression. */
type Name = string | { pattern: string };

const byRole =
  (value: string) =>
  (name?: Name, within?: Locator): Locator => ({ by: "role", value, name, within });

export const button = byRole("button");
export const link = byRole("link");
export const heading = byRole("heading");
export const image = byRole("img");
export const dialog = byRole("dialog");
export const menu = byRole("menu");
export const menuItem = byRole("menuitem");
export const tab = byRole("tab");
export const option = byRole("option");
export const textbox = byRole("textbox");
export const checkbox = byRole("checkbox");
export const radio = byRole("radio");
export const log = byRole("log");
export const application = byRole("application");
export const combobox = byRole("combobox");
/** A reaction in the menu of a message. */
export const reaction = byRole("menuitemcheckbox");
/** The row of a list that contains this text. */
export const listItem = (containing: string, within?: Locator): Locator => ({
  by: "role",
  value: "listitem",
  containing,
  within,
});
/** The live region that contains this text. */
export const status = (containing: string): Locator => ({ by: "role", value: "status", containing });
export const field = (label: string, within?: Locator): Locator => ({ by: "label", value: label, within });
export const text = (value: string, within?: Locator): Locator => ({ by: "text", value, within });

/** The feed card of the post with this caption. */
export const card = (caption: string): Locator => ({ by: "role", value: "article", containing: caption });

export function describeLocator({ by, value, name, containing, within }: Locator): string {
  const named = name === undefined ? "" : ` ${typeof name === "string" ? `"${name}"` : `/${name.pattern}/`}`;
  const own = by === "role" ? `${value}${named}` : `${by} "${value}"`;
  const filter = containing === undefined ? "" : ` with "${containing}"`;
  return `${own}${filter}${within ? ` in ${describeLocator(within)}` : ""}`;
}

/** A visible element, as the page reports it. */
export interface Found {
  text: string;
  /** Centre, when a click there would reach the element. */
  point: { x: number; y: number } | null;
  isFocused: boolean;
  /** `aria-pressed`, `aria-expanded`, `aria-selected`, checked state or value. */
  state: string | null;
}

/** The functions of @testing-library/dom that the search uses; the library is a global of the page. */
interface Library {
  queryAllByRole: (root: Element, role: string, options: { name?: string | RegExp }) => Element[];
  queryAllByLabelText: (root: Element, label: string) => Element[];
  queryAllByText: (root: Element, text: string) => Element[];
}

/**
 * Returns the first visible element, or null; `hasLibrary` is false when the document lacks the library. Runs in the
 * page. `aim` also scrolls the element into view, and waits for two frames with the same position.
 */
export async function search({ locator, aim }: { locator: Locator; aim: boolean }) {
  const library: Library | undefined = Reflect.get(window, "TestingLibraryDom");
  if (!library) return { hasLibrary: false, found: null };

  const query = (root: Element, { by, value, name }: Locator): Element[] => {
    if (by === "label") return library.queryAllByLabelText(root, value);
    if (by === "text") return library.queryAllByText(root, value);
    return library.queryAllByRole(root, value, {
      name: typeof name === "object" ? new RegExp(name.pattern) : name,
    });
  };
  const resolve = (one: Locator): Element[] => {
    const roots = one.within ? resolve(one.within) : [document.body];
    return roots
      .flatMap((root) => query(root, one))
      .filter((element) => element.checkVisibility() && element.getClientRects().length > 0)
      .filter(({ textContent }) => !one.containing || textContent?.includes(one.containing));
  };
  const frame = () => new Promise(requestAnimationFrame);
  const centre = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  /** A label's click reaches its control. */
  const isReached = (element: Element, { x, y }: { x: number; y: number }) => {
    const hit = document.elementFromPoint(x, y);
    return element.contains(hit) || hit?.closest("label")?.control === element;
  };

  const [element] = resolve(locator);
  if (!element) return { hasLibrary: true, found: null };
  let point = centre(element);
  let isReachable = false;
  if (aim) {
    if (!isReached(element, point)) element.scrollIntoView({ block: "center", behavior: "instant" });
    await frame();
    point = centre(element);
    await frame();
    const next = centre(element);
    isReachable = next.x === point.x && next.y === point.y && isReached(element, point);
  }
  const attribute = ["aria-pressed", "aria-expanded", "aria-selected"].find((name) =>
    element.hasAttribute(name),
  );
  const isBox =
    element instanceof HTMLInputElement && (element.type === "checkbox" || element.type === "radio");
  const value =
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : null;
  const found: Found = {
    text: element.textContent ?? "",
    point: isReachable ? point : null,
    isFocused: element === document.activeElement,
    state: attribute ? element.getAttribute(attribute) : isBox ? String(element.checked) : value,
  };
  return { hasLibrary: true, found };
}

/** Marks the element with an attribute, which a driver can use as a selector. Runs in the page, after a search. */
export function mark({ label, attribute }: { label: string; attribute: string }): void {
  const library: Library = Reflect.get(window, "TestingLibraryDom");
  library.queryAllByLabelText(document.body, label)[0]?.setAttribute(attribute, "");
}

/** Sets the value of a select, as its list does. Runs in the page, after a search. */
export function setSelected({ label, value }: { label: string; value: string }): void {
  const library: Library = Reflect.get(window, "TestingLibraryDom");
  for (const list of library.queryAllByLabelText(document.body, label)) {
    if (!(list instanceof HTMLSelectElement)) continue;
    list.value = value;
    list.dispatchEvent(new Event("change", { bubbles: true }));
  }
}
