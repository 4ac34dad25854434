import { useEffect } from "react";
import { useNavigate } from "react-router";

const busy = "input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]";

/** The arrow keys go to the neighbours, as long as nothing is typed and nothing is open. */
export function useArrowKeys({ newer, older }: { newer: string | null; older: string | null }): void {
  const navigate = useNavigate();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const to = event.key === "ArrowLeft" ? newer : event.key === "ArrowRight" ? older : null;
      if (!to || event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(busy)) return;
      if (document.querySelector("[role=dialog], [role=alertdialog], [role=menu]")) return;
      void navigate(`/post/${to}`, { viewTransition: true });
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [newer, older, navigate]);
}
