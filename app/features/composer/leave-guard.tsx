import { useEffect } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "~/ui/confirm-dialog";

/** Asks for confirmation before a link or the closing of the tab discards unsaved work. `onLeave` runs when the member confirms. */
export function LeaveGuard({ unsaved, onLeave }: { unsaved: boolean; onLeave: () => void }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!unsaved) return;
    const confirmUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", confirmUnload);
    return () => window.removeEventListener("beforeunload", confirmUnload);
  }, [unsaved]);
  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.();
      }}
      title="Leave without sharing?"
      text="Your photo will not be saved. Your text will be here when you come back."
      confirmLabel="Leave"
      onConfirm={() => {
        onLeave();
        blocker.proceed?.();
      }}
    />
  );
}
