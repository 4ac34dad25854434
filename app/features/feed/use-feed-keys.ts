import { type RefObject, useEffect } from "react";
import { useNavigate } from "react-router";
import { isShortcutBlocked } from "~/ui/is-shortcut-blocked";

/** Works the feed by the keyboard (keys-dialog.tsx lists the keys). */
export function useFeedKeys(list: RefObject<HTMLElement | null>, showHelp: () => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isShortcutBlocked(event) && act(event.key)) event.preventDefault();
    };
    const act = (key: string): boolean => {
      switch (key) {
        case "j":
          return go(list.current, 1);
        case "k":
          return go(list.current, -1);
        case "l":
        case "s":
        case "c":
          return pressIn(currentCard(list.current), key);
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

/** The card that has the focus, else the first one whose middle is in view. */
function currentCard(list: HTMLElement | null): HTMLElement | undefined {
  const focused = document.activeElement?.closest<HTMLElement>("[data-post]");
  return focused && list?.contains(focused) ? focused : cardsOf(list).find(isInView);
}

function isInView(card: HTMLElement): boolean {
  const { top, bottom } = card.getBoundingClientRect();
  return bottom > 80 && (top + bottom) / 2 > 0;
}

function go(list: HTMLElement | null, step: 1 | -1): boolean {
  const cards = cardsOf(list);
  const focused = document.activeElement?.closest<HTMLElement>("[data-post]");
  const at = focused ? cards.indexOf(focused) : -1;
  const next = at < 0 ? cards.find(isInView) : cards[at + step];
  if (!next) return false;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "start" });
  return true;
}

function pressIn(card: HTMLElement | undefined, key: string): boolean {
  const button = card?.querySelector<HTMLElement>(`[data-key="${key}"]`);
  button?.click();
  return button !== undefined && button !== null;
}
