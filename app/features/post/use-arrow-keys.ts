import { useEffect } from "react";
import { useNavigate } from "react-router";
import { isShortcutBlocked } from "~/ui/is-shortcut-blocked";

/** Opens the newer post with the left arrow key and the older one with the right (docs/product.md#keyboard). */
export function useArrowKeys({ newer, older }: { newer: string | null; older: string | null }): void {
  const navigate = useNavigate();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const to = event.key === "ArrowLeft" ? newer : event.key === "ArrowRight" ? older : null;
      if (to && !isShortcutBlocked(event)) void navigate(`/post/${to}`, { viewTransition: true });
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [newer, older, navigate]);
}
