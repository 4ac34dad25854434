import { Dialog } from "~/ui/dialog";

const keys = [
  ["1 to 6", "Looks, Light, Colour, Detail, Effects, Crop"],
  ["Ctrl or ⌘ + Z", "Undo; with Shift, redo"],
  ["B, held", "Compare with the photo before"],
  ["J", "Show clipping"],
  ["+ and −", "Zoom"],
  ["0", "Fit the photo"],
  ["Z", "100 %, and back"],
  ["Arrows", "Move the zoomed photo, or its crop"],
  ["Delete", "Reset a slider"],
  ["Ctrl or ⌘ + Enter", "Apply"],
] as const;

/** Renders the list of the darkroom's keys. */
export function KeyList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open dark onOpenChange={onClose} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 pb-6">
        {keys.map(([key, action]) => (
          <div key={key} className="contents">
            <dt className="font-semibold">{key}</dt>
            <dd className="text-muted">{action}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
