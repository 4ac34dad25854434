import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Dialog } from "~/ui/dialog";

const keys: readonly (readonly [key: MessageDescriptor | string, action: MessageDescriptor])[] = [
  [msg`1 to 6`, msg`Looks, Light, Colour, Detail, Effects, Crop`],
  [msg`Ctrl or ⌘ + Z`, msg`Undo; with Shift, redo`],
  [
    msg({ message: "B, held", comment: "A key that is held down" }),
    msg({ message: "Compare with the photo before", comment: "Before its edits" }),
  ],
  ["J", msg`Show clipping`],
  [msg`+ and −`, msg({ message: "Zoom", context: "photo editing" })],
  ["0", msg`Fit the photo`],
  ["Z", msg`100 %, and back`],
  [msg({ message: "Arrows", comment: "The arrow keys" }), msg`Move the zoomed photo, or its crop`],
  [msg({ message: "Delete", context: "key", comment: "The key of a keyboard" }), msg`Reset a slider`],
  [msg`Ctrl or ⌘ + Enter`, msg`Apply`],
];

/** Renders the list of the darkroom's keys. */
export function KeyList({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog open dark onOpenChange={onClose} title={t`Keyboard shortcuts`}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 pb-6">
        {keys.map(([key, action]) => (
          <div key={action.id} className="contents">
            <dt className="font-semibold">{typeof key === "string" ? key : t(key)}</dt>
            <dd className="text-muted">{t(action)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
