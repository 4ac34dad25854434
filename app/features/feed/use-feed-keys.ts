import { type RefObject, useEffect } from "react";
import { useNavigate } from "react-router";
import { isShortcutBlocked } from "~/ui/is-shortcut-blocked";
import { latinKey } from "~/ui/latin-key";

/** Handles the feed's keyboard shortcuts, which keys-dialog.client.tsx lists (docs/product.md#keyboard). */
export function useFeedKeys(list: RefObject<HTMLElement | null>, showHelp: () => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isShortcutBlocked(event) && act(latinKey(event))) event.preventDefault();
    };
    const act = (key: string): boolean => {
      switch (key) {
        case "j":
          return focusCard(list.current, 1);
        case "k":
          return focusCard(list.current, -1);
        case "l":
        case "s":
        case "c":
          return clickButton(currentCard(list.current), key);
        case "n":
          void navigate("/post");
          return true;
        case "?":
          showHelp();
          return true;
        default:
          return false;
      }
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [list, navigate, showHelp]);
}

function cardsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>("[data-post]") ?? [])];
}

/** Returns the focused card, or the first one that is at least half visible. */
function currentCard(list: HTMLElement | null): HTMLElement | undefined {
  const focused = document.activeElement?.closest<HTMLElement>("[data-post]");
  return focused && list?.contains(focused) ? focused : cardsOf(list).find(isInView);
}

function isInView(card: HTMLElement): boolean {
  const { top, bottom } = card.getBoundingClientRect();
  return bottom > 80 && (top + bottom) / 2 > 0;
}

function focusCard(list: HTMLElement | null, step: 1 | -1): boolean {
  const cards = cardsOf(list);
  const focused = document.activeElement?.closest<HTMLElement>("[data-post]");
  const index = focused ? cards.indexOf(focused) : -1;
  const next = index < 0 ? cards.find(isInView) : cards[index + step];
  if (!next) return false;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "start" });
  return true;
}

function clickButton(card: HTMLElement | undefined, key: string): boolean {
  const button = card?.querySelector<HTMLElement>(`[data-key="${key}"]`);
  button?.click();
  return button !== undefined && button !== null;
}
