import { Trans, useLingui } from "@lingui/react/macro";
import { Redo2, RotateCcw, Undo2, X } from "lucide-react";
import { Button } from "~/ui/button";
import { DialogClose } from "~/ui/dialog-close.client";
import { IconButton } from "~/ui/icon-button";
import { isUnedited } from "./compare-edits";
import type { EditHistory } from "./use-history";

interface Props {
  history: EditHistory;
  busy: boolean;
  onApply: () => void;
}

/** Renders the bar of the darkroom: it leaves, undoes, and applies the edits. A phone shows icons: the words of some languages are long. */
export function RoomBar({ history, busy, onApply }: Props) {
  const { t } = useLingui();
  const { edits, canUndo, canRedo, undo, redo, reset } = history;
  return (
    <header className="flex flex-wrap items-center border-line border-b px-1 py-1.5 [grid-area:bar] roomy:gap-2 roomy:px-4">
      <span aria-hidden className="title me-2 hidden text-xl roomy:inline">
        <Trans>Edit photo</Trans>
      </span>
      <DialogClose asChild>
        <Button look="plain" className="max-sm:px-3.5 sm:order-last">
          <X aria-hidden className="sm:hidden" />
          <span className="max-sm:sr-only">
            <Trans>Cancel</Trans>
          </span>
        </Button>
      </DialogClose>
      <div className="mx-auto flex items-center sm:ms-0">
        <IconButton
          label={t`Undo`}
          icon={<Undo2 aria-hidden className="rtl:-scale-x-100" />}
          disabled={!canUndo}
          onClick={undo}
          tooltip
        />
        <IconButton
          label={t`Redo`}
          icon={<Redo2 aria-hidden className="rtl:-scale-x-100" />}
          disabled={!canRedo}
          onClick={redo}
          tooltip
        />
        <Button look="plain" className="max-sm:px-3.5" disabled={isUnedited(edits)} onClick={reset}>
          <RotateCcw aria-hidden className="sm:hidden" />
          <span className="max-sm:sr-only">
            <Trans comment="Takes back all edits of a photo">Reset</Trans>
          </span>
        </Button>
      </div>
      <Button
        busy={busy}
        busyLabel={t`Applying...`}
        onClick={onApply}
        className="max-sm:me-1 max-sm:px-3.5 sm:order-last"
      >
        <Trans>Apply</Trans>
      </Button>
    </header>
  );
}
