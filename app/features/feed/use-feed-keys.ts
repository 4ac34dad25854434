import { type RefObject, useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";
import type { PostView } from "~/contract/posts";
import { setLiked, setSaved } from "~/features/post/like-and-save";
import { currentPost, hydratePost } from "~/features/post/post-store";
import { isShortcutBlocked } from "~/ui/is-shortcut-blocked";
import { latinKey } from "~/ui/latin-key";

/** Handles the feed's keyboard shortcuts, which keys-dialog.client.tsx lists (docs/product.md#keyboard). */
export function useFeedKeys(
  list: RefObject<HTMLElement | null>,
  posts: readonly PostView[],
  showHelp: () => void,
): void {
  const navigate = useNavigate();
  const act = useEffectEvent((key: string): boolean => {
    switch (key) {
      case "j":
        return focusCard(list.current, 1);
      case "k":
        return focusCard(list.current, -1);
      case "l":
      case "s":
      case "c":
        return actOnCard(currentCard(list.current), posts, key);
      case "n":
        void navigate("/post");
        return true;
      case "?":
        showHelp();
        return true;
      default:
        return false;
    }
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isShortcutBlocked(event) && act(latinKey(event))) event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

/** Finds the cards by their attribute: they are hydrated, and would set refs, after the list. */
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

/** Likes, saves or begins a comment. Returns whether there is a card. */
function actOnCard(card: HTMLElement | undefined, posts: readonly PostView[], key: "l" | "s" | "c"): boolean {
  const loaded = posts.find(({ id }) => id === card?.dataset.post);
  if (!card || !loaded) return false;
  // A card stores its post once it is hydrated.
  hydratePost(loaded);
  const post = currentPost(loaded);
  if (!post) return false;
  if (key === "l") setLiked(post, !post.isLiked);
  else if (key === "s") void setSaved(post, !post.isSaved);
  else card.querySelector("textarea")?.focus();
  return true;
}
