import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useStore } from "@nanostores/react";
import { $unreadCount } from "./unread-store";

const MAX_SHOWN = 99;

/** The unread count of a link to the chat: its accessible label, "Chat, 3 unread", and the number over its icon. */
export function UnreadBadge({ label }: { label: string }) {
  const { t } = useLingui();
  const count = useStore($unreadCount, { ssr: () => 0 });
  const figure = count > MAX_SHOWN ? `${MAX_SHOWN}+` : count;
  return (
    <>
      <span className="sr-only">
        {count === 0
          ? label
          : t({
              message: plural(count, {
                one: `${label}, ${figure} unread`,
                other: `${label}, ${figure} unread`,
              }),
              comment: "A link of the navigation, and its number of unread messages: Chat, 3 unread",
            })}
      </span>
      {count > 0 && (
        <span
          aria-hidden
          className="figures absolute top-1 end-1 min-w-4.5 rounded-full bg-danger px-1 text-center font-semibold text-[11px] text-on-danger leading-4.5"
        >
          {figure}
        </span>
      )}
    </>
  );
}
