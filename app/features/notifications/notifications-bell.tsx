import { Bell } from "lucide-react";
import { Suspense, useCallback, useEffect, useRef, useState } from "react";
import { setTabCount } from "~/features/session/tab-title";
import { IconButton } from "~/ui/icon-button";
import { lazyPart } from "~/ui/lazy-part";
import { Popover } from "~/ui/popover";
import { Loading, RowSkeletons } from "~/ui/skeleton";
import { markAllRead } from "./notification-calls";
import { useNotifications } from "./notifications-store";

const NotificationsPanel = lazyPart(() => import("./notifications-panel"));

/** The bell in the top bar, its red dot, and the menu under it. */
export function NotificationsBell() {
  const { unread } = useNotifications();
  const [open, setOpen] = useState(false);
  const seen = useRef(false);
  const noteSeen = useCallback(() => {
    seen.current = true;
  }, []);

  useEffect(() => setTabCount("notifications", unread), [unread]);

  function change(next: boolean) {
    setOpen(next);
    // Opening what is unread and closing it again reads it all (spec point 4); what did not load was not seen.
    if (!next && seen.current && unread > 0) markAllRead().catch(() => undefined);
    seen.current = false;
  }

  return (
    <Popover
      label="Notifications"
      align="center"
      open={open}
      onOpenChange={change}
      trigger={
        <IconButton
          label={unread > 0 ? `Notifications, ${unread} unread` : "Notifications"}
          data-tooltip="Notifications"
          icon={<Bell aria-hidden />}
        >
          {unread > 0 && (
            <span className="absolute top-2 right-2 box-content size-2.5 rounded-full border-2 border-paper bg-danger" />
          )}
        </IconButton>
      }
    >
      {(close) => (
        <Suspense
          fallback={
            <Loading label="Loading notifications">
              <RowSkeletons count={3} />
            </Loading>
          }
        >
          <NotificationsPanel close={close} onSeen={noteSeen} />
        </Suspense>
      )}
    </Popover>
  );
}
