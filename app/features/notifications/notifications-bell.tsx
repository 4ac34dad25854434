import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useStore } from "@nanostores/react";
import { Bell } from "lucide-react";
import { Suspense, useCallback, useEffect, useRef, useState } from "react";
import { setTabCount } from "~/features/session/tab-title";
import { IconButton } from "~/ui/icon-button";
import { lazyPart } from "~/ui/lazy-part";
import { Popover } from "~/ui/popover";
import { Loading, RowSkeletons } from "~/ui/skeleton";
import { $unreadNotifications, markSeen } from "./notifications-store";

const NotificationsPanel = lazyPart(() => import("./notifications-panel.client"));

/** The bell in the top bar, its red dot, and the menu under it. */
export function NotificationsBell() {
  const { t } = useLingui();
  const unread = useStore($unreadNotifications, { ssr: "initial" });
  const [open, setOpen] = useState(false);
  /** The newest row that was shown since the menu opened. */
  const seen = useRef<string | null>(null);
  const onSeen = useCallback((newest: string) => {
    seen.current = newest;
  }, []);

  useEffect(() => setTabCount("notifications", unread), [unread]);

  function change(next: boolean) {
    setOpen(next);
    // Closing the menu marks the rows that it showed as read (docs/product.md#notifications).
    if (!next && seen.current !== null) markSeen(seen.current);
    seen.current = null;
  }

  return (
    <Popover
      label={t`Notifications`}
      align="center"
      open={open}
      onOpenChange={change}
      trigger={
        <IconButton
          label={
            unread > 0
              ? t({
                  message: plural(unread, {
                    one: "Notifications, # unread",
                    other: "Notifications, # unread",
                  }),
                })
              : t`Notifications`
          }
          tooltip={t`Notifications`}
          icon={<Bell aria-hidden />}
        >
          {unread > 0 && (
            <span className="absolute top-2 end-2 box-content size-2.5 rounded-full border-2 border-paper bg-danger" />
          )}
        </IconButton>
      }
    >
      {(close) => (
        <Suspense
          fallback={
            <Loading label={t`Loading notifications`}>
              <RowSkeletons count={3} />
            </Loading>
          }
        >
          <NotificationsPanel close={close} onSeen={onSeen} />
        </Suspense>
      )}
    </Popover>
  );
}
