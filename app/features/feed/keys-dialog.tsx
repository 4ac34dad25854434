import { Dialog } from "~/ui/dialog";
import { feedKeys } from "./use-feed-keys";

/** What the keyboard does in the feed. */
export function KeysDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {feedKeys.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-flex min-w-8 justify-center rounded-sm border border-edge bg-wash px-2 py-0.5 font-sans font-semibold text-sm">
                {key}
              </kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
