import { Trans, useLingui } from "@lingui/react/macro";
import { type LucideIcon, Redo2, RotateCcw, Undo2, X } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { DialogClose } from "~/ui/dialog-close.client";
import { IconButton } from "~/ui/icon-button";
import { isUnedited } from "./compare-edits";
import type { EditHistory } from "./use-history";

interface Props {
  history: EditHistory;
  busy: boolean;
  onApply: () => void;
}

/** Renders the darkroom's bar: cancel, undo, apply. A phone shows icons: the words of some languages are long. */
export function RoomBar({ history, busy, onApply }: Props) {
  const { t } = useLingui();
  const { edits, canUndo, canRedo, undo, redo, reset } = history;
  return (
    <header className="flex flex-wrap items-center justify-end border-line border-b px-1 py-1.5 [grid-area:bar] roomy:gap-2 roomy:px-4">
      <span aria-hidden className="title me-2 hidden text-xl roomy:inline">
        <Trans>Edit photo</Trans>
      </span>
      <DialogClose asChild>
        <WordButton icon={X} label={t`Cancel`} className="sm:order-last" />
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
        <WordButton
          icon={RotateCcw}
          label={t({ message: "Reset", comment: "Takes back all edits of a photo" })}
          disabled={isUnedited(edits)}
          onClick={reset}
        />
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

interface WordButtonProps extends Omit<ComponentProps<typeof Button>, "children" | "look"> {
  icon: LucideIcon;
  label: string;
}

/** Renders a button with a word, which is an icon on a phone. */
function WordButton({ icon: Icon, label, className, ...button }: WordButtonProps) {
  return (
    <Button {...button} variant="plain" className={classNames("max-sm:px-3.5", className)}>
      <Icon aria-hidden className="sm:hidden" />
      <span className="max-sm:sr-only">{label}</span>
    </Button>
  );
}
