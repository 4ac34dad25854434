import { useEffect } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "~/ui/confirm-dialog";

/** Asks before unsaved work is left, by a link or by closing the page. */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [unsaved]);
  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.();
      }}
      title="Leave without sharing?"
      text="The photo you chose is not kept. Your words wait for you here."
      confirmLabel="Leave"
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
