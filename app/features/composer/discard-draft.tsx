import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "~/ui/button";
import { ConfirmDialog } from "~/ui/confirm-dialog";

/** Renders the button that empties the composer, after a confirmation. */
export function DiscardDraft({ onDiscard }: { onDiscard: () => void }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="plain" size="small" onClick={() => setOpen(true)}>
        <Trans>Discard draft</Trans>
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t`Discard this draft?`}
        text={t`Its photos and text will be deleted from this device.`}
        confirmLabel={t`Discard`}
        onConfirm={() => {
          setOpen(false);
          onDiscard();
        }}
      />
    </>
  );
}
