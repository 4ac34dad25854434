import { useEffect } from "react";
import { useNavigate } from "react-router";
import { arrowStep } from "~/ui/direction";
import { isShortcutBlocked } from "~/ui/is-shortcut-blocked";
import { besides } from "~/ui/origin";

/** Opens the newer post with the arrow key back and the older one with the key on (docs/product.md#keyboard). */
export function useArrowKeys({ newer, older }: { newer: string | null; older: string | null }): void {
  const navigate = useNavigate();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const to = [newer, null, older][1 + arrowStep(event.key, document.body)];
      if (to && !isShortcutBlocked(event))
        void navigate(`/post/${to}`, { viewTransition: true, state: besides });
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [newer, older, navigate]);
}
