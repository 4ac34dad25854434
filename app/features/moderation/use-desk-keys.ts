import { type RefObject, useEffect } from "react";
import { isShortcutBlocked } from "~/ui/is-shortcut-blocked";
import { latinKey } from "~/ui/latin-key";

/**
 * Handles the desk's keyboard shortcuts: `j` and `k` move between elements with `data-item`, other keys focus the
 * element whose `aria-keyshortcuts` names them. A key never decides: Enter presses the focused element.
 */
export function useDeskKeys(desk: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isShortcutBlocked(event) || !desk.current) return;
      const target = targetOf(desk.current, latinKey(event));
      if (!target) return;
      event.preventDefault();
      target.focus();
      target.scrollIntoView({ block: "nearest" });
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [desk]);
}

function targetOf(desk: HTMLElement, key: string): HTMLElement | undefined {
  if (key !== "j" && key !== "k")
    return desk.querySelector<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(key)}"]`) ?? undefined;
  const items = [...desk.querySelectorAll<HTMLElement>("[data-item]")];
  const index = items.findIndex((item) => item.matches(":focus"));
  return items[index < 0 ? 0 : index + (key === "j" ? 1 : -1)];
}
