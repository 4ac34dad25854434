import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import { useBlocker } from "react-router";
import { askBeforeClosing } from "~/ui/ask-before-closing";
import { ConfirmDialog } from "~/ui/confirm-dialog";

interface Props {
  /** Number of photos that are not shared. */
  photos: number;
  /** Whether the draft keeps them. */
  isKept: boolean;
  /** Called when the member confirms. */
  onLeave: () => void;
}

/** Asks for confirmation before a link or the closing of the tab leaves photos unshared. */
export function LeaveGuard({ photos, isKept, onLeave }: Props) {
  const { t } = useLingui();
  const unsaved = photos > 0;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => (unsaved ? askBeforeClosing() : undefined), [unsaved]);
  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.();
      }}
      title={t`Leave without sharing?`}
      text={
        isKept
          ? t({
              message: plural(photos, {
                one: "Your photo and your text will be here when you come back.",
                other: "Your photos and your text will be here when you come back.",
              }),
            })
          : t({
              message: plural(photos, {
                one: "Your photo will not be saved. Your text will be here when you come back.",
                other: "Your photos will not be saved. Your text will be here when you come back.",
              }),
            })
      }
      confirmLabel={t`Leave`}
      onConfirm={() => {
        onLeave();
        blocker.proceed?.();
      }}
    />
  );
}
