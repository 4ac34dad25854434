import { useState } from "react";
import { Button } from "~/ui/button";
import { ConfirmDialog } from "~/ui/confirm-dialog";

/** Renders the button that empties the composer, after a confirmation. */
export function DiscardDraft({ onDiscard }: { onDiscard: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="plain" size="small" onClick={() => setOpen(true)}>
        Discard draft
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Discard this draft?"
        text="Its photos and text will be deleted from this device."
        confirmLabel="Discard"
        onConfirm={() => {
          setOpen(false);
          onDiscard();
        }}
      />
    </>
  );
}
