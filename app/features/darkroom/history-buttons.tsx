import { Contrast, Redo2, Undo2 } from "lucide-react";
import { Button } from "~/ui/button";
import { IconButton } from "~/ui/icon-button";
import { isUnedited } from "./edits";
import type { EditHistory } from "./use-history";

interface Props {
  history: EditHistory;
  isComparing: boolean;
  onCompare: (isComparing: boolean) => void;
}

/** Renders the buttons that undo, redo and reset edits, and the one that shows the photo without adjustments. */
export function HistoryButtons({ history, isComparing, onCompare }: Props) {
  const { edits, canUndo, canRedo, undo, redo, reset } = history;
  return (
    <div className="flex gap-1">
      <IconButton label="Undo" icon={<Undo2 aria-hidden />} disabled={!canUndo} onClick={undo} tooltip />
      <IconButton label="Redo" icon={<Redo2 aria-hidden />} disabled={!canRedo} onClick={redo} tooltip />
      <IconButton
        label="Hold to compare"
        icon={<Contrast aria-hidden />}
        aria-pressed={isComparing}
        tooltip
        onPointerDown={() => onCompare(true)}
        onPointerUp={() => onCompare(false)}
        onPointerCancel={() => onCompare(false)}
        onPointerLeave={() => onCompare(false)}
        onBlur={() => onCompare(false)}
        onKeyDown={({ key }) => isPressKey(key) && onCompare(true)}
        onKeyUp={({ key }) => isPressKey(key) && onCompare(false)}
        onContextMenu={(event) => event.preventDefault()}
      />
      <Button look="quiet" size="small" disabled={isUnedited(edits)} onClick={reset}>
        Reset
      </Button>
    </div>
  );
}

function isPressKey(key: string): boolean {
  return key === " " || key === "Enter";
}
