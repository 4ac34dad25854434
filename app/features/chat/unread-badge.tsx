import { useUnreadMessages } from "./unread-store";

const MOST = 99;

/** The name of the icon that leads to the messages, with how many wait: "Chat, 3 unread"; the figure shows on the icon. */
export function UnreadBadge({ label }: { label: string }) {
  const unread = useUnreadMessages();
  const figure = unread > MOST ? `${MOST}+` : unread;
  return (
    <>
      <span className="sr-only">{unread === 0 ? label : `${label}, ${figure} unread`}</span>
      {unread > 0 && (
        <span
          aria-hidden
          className="figures absolute top-1 right-1 min-w-4.5 rounded-full bg-danger px-1 text-center font-semibold text-[11px] text-on-danger leading-4.5"
        >
          {figure}
        </span>
      )}
    </>
  );
}
