import type { SubmissionResult } from "@conform-to/react";
import { Settings } from "lucide-react";
import { useCallback, useEffect, useRef } from "react";
import { Link } from "react-router";
import { type NotificationFilterName, notificationFilters } from "~/contract/notification-filters";
import { BackLink } from "~/ui/back-link";
import { classNames } from "~/ui/class-names";
import { FormError } from "~/ui/form-error";
import { IconLink } from "~/ui/icon-button";
import { Page } from "~/ui/page";
import { NotificationList, type NotificationListProps } from "./notification-list";
import { markSeen } from "./notifications-store";

const labels: Record<NotificationFilterName, string> = {
  all: "All",
  comments: "Comments and mentions",
  likes: "Likes and saves",
  connections: "Connections",
};

/** The page of all notifications (docs/product.md#notifications). Leaving it marks those that it showed as read, as closing the menu does. */
export function NotificationsPage({
  lastResult,
  ...props
}: Omit<NotificationListProps, "onSeen"> & {
  /** The reason for which a request could not be answered without JavaScript. */
  lastResult: SubmissionResult<string[]> | undefined;
}) {
  const { show, cursor } = props;
  const onSeen = useSeen();
  return (
    <Page
      title="Notifications"
      isNarrow
      back={<BackLink to="/feed" />}
      actions={
        <IconLink
          to="/settings/notifications"
          label="Notification settings"
          tooltip
          icon={<Settings aria-hidden />}
        />
      }
    >
      <nav aria-label="Kinds of notifications" className="flex flex-wrap gap-2">
        {notificationFilters.map((filter) => (
          <Link
            key={filter}
            to={filter === "all" ? "?" : `?show=${filter}`}
            aria-current={filter === show ? "page" : undefined}
            className={classNames(
              "touch inline-flex items-center justify-center rounded-full border px-4 font-semibold text-sm transition-colors",
              filter === show ? "border-ink bg-ink text-paper" : "border-line text-muted hover:text-ink",
            )}
          >
            {labels[filter]}
          </Link>
        ))}
      </nav>
      <FormError id="answer" errors={lastResult?.error?.[""] ?? undefined} />
      <NotificationList key={`${show} ${cursor}`} {...props} onSeen={onSeen} />
    </Page>
  );
}

/** Returns the function that the list calls with the newest notification that it shows. Marks all up to it as read on unmount. */
function useSeen(): (newest: string) => void {
  const seen = useRef<string | null>(null);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      // In development React mounts a page twice.
      queueMicrotask(() => {
        if (!isMounted.current && seen.current !== null) markSeen(seen.current);
      });
    };
  }, []);
  return useCallback((newest: string) => {
    seen.current = newest;
  }, []);
}
