import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Dialog } from "~/ui/dialog";

/** The feed's keyboard shortcuts and their actions (docs/product.md#keyboard). Inactive while the member types. */
const feedKeys = [
  ["j", msg`Next post`],
  ["k", msg`Previous post`],
  ["l", msg({ message: "Like", context: "verb" })],
  [
    "s",
    msg({ message: "Save", context: "bookmark", comment: "Verb: keeps a post in the list of saved posts" }),
  ],
  ["c", msg({ message: "Comment", context: "verb" })],
  ["n", msg`New post`],
  ["/", msg({ message: "Search", context: "verb" })],
  ["?", msg({ message: "This list", comment: "The shortcut that shows the list of shortcuts" })],
] as const;

/** Lists the feed's keyboard shortcuts. A default export, because `lazy` needs one. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Keyboard`}>
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
            <dd>{t(action)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
