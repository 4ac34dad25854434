import { useEffect } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "~/ui/confirm-dialog";

interface Props {
  /** Number of photos that would be lost. */
  photos: number;
  /** Called when the member confirms. */
  onLeave: () => void;
}

/** Asks for confirmation before a link or the closing of the tab discards photos. */
export function LeaveGuard({ photos, onLeave }: Props) {
  const unsaved = photos > 0;
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
      text={`Your ${photos > 1 ? "photos" : "photo"} will not be saved. Your text will be here when you come back.`}
      confirmLabel="Leave"
      onConfirm={() => {
        onLeave();
        blocker.proceed?.();
      }}
    />
  );
}
