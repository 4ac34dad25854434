import { useUnreadMessages } from "./unread-store";

const MOST = 99;

/** How many messages wait, on the icon that leads to them. */
export function UnreadBadge() {
  const unread = useUnreadMessages();
  if (unread === 0) return null;
  return (
    <span className="figures absolute top-1 right-1 min-w-4.5 rounded-full bg-danger px-1 text-center font-semibold text-[11px] text-on-danger leading-4.5">
      {unread > MOST ? `${MOST}+` : unread}
      <span className="sr-only"> unread messages</span>
    </span>
  );
}
