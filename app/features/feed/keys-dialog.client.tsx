import { Dialog } from "~/ui/dialog";

/** The feed's keyboard shortcuts and their actions (docs/product.md#keyboard). Inactive while the member types. */
const feedKeys = [
  ["j", "Next post"],
  ["k", "Previous post"],
  ["l", "Like"],
  ["s", "Save"],
  ["c", "Comment"],
  ["n", "New post"],
  ["/", "Search"],
  ["?", "This list"],
] as const;

/** Lists the feed's keyboard shortcuts. A default export, because `lazy` needs one. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title="Keyboard">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 pb-6">
        {feedKeys.map(([key, action]) => (
          <div key={key} className="contents">
            <dt>
              <kbd
                translate="no"
                className="inline-flex min-w-8 justify-center rounded-sm border border-edge bg-wash px-2 py-0.5 font-sans font-semibold text-sm"
              >
                {key}
              </kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
