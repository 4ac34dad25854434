import type { SubmissionResult } from "@conform-to/react";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Settings } from "lucide-react";
import { useCallback, useEffect, useRef } from "react";
import { Link } from "react-router";
import { type NotificationFilterName, notificationFilters } from "~/contract/notification-filters";
import { BackLink } from "~/ui/back-link";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { FormError } from "~/ui/form-error";
import { IconLink } from "~/ui/icon-button";
import { Page } from "~/ui/page";
import type { FromCache } from "~/ui/router/page-cache";
import { NotificationList, type NotificationListProps } from "./notification-list";
import { markSeen } from "./notifications-store";
import { newestOf } from "./use-notification-groups";

const labels: Record<NotificationFilterName, MessageDescriptor> = {
  all: msg({ message: "All", comment: "All kinds of notifications" }),
  comments: msg`Comments and mentions`,
  likes: msg`Likes and saves`,
  connections: msg`Connections`,
};

/** The page of all notifications (docs/product.md#notifications). Leaving it marks the shown ones as read. */
export function NotificationsPage({
  lastResult,
  isFromCache,
  ...props
}: Omit<NotificationListProps, "onSeen"> &
  FromCache & {
    /** The reason for which a request could not be answered without JavaScript. */
    lastResult: SubmissionResult<string[]> | undefined;
  }) {
  const { show, cursor, first } = props;
  const isUnread = first.items.some(({ isRead }) => !isRead);
  const { t } = useLingui();
  const onSeen = useSeen();
  return (
    <Page
      title={t`Notifications`}
      isNarrow
      back={<BackLink to="/feed" />}
      actions={
        <IconLink
          to="/settings/notifications"
          label={t`Notification settings`}
          tooltip
          icon={<Settings aria-hidden />}
        />
      }
    >
      <nav aria-label={t`Kinds of notifications`} className="flex flex-wrap gap-2">
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
            {t(labels[filter])}
          </Link>
        ))}
      </nav>
      {show === "all" && cursor === null && isUnread && <ReadAllForm newest={newestOf(first.items)} />}
      <FormError id="answer" errors={lastResult?.error?.[""] ?? undefined} />
      <NotificationList key={`${show} ${cursor} ${isFromCache}`} {...props} onSeen={onSeen} />
    </Page>
  );
}

/** Renders the button that does without JavaScript what leaving the page does. */
function ReadAllForm({ newest }: { newest: string }) {
  return (
    <noscript>
      <form method="post" action="/notifications" className="mt-4">
        <input type="hidden" name="upTo" value={newest} />
        <Button type="submit" name="intent" value="read" variant="quiet" size="small">
          <Trans comment="Button on the page of notifications">Mark all as read</Trans>
        </Button>
      </form>
    </noscript>
  );
}

/** Returns a function for the newest notification that the list shows. On unmount, marks all up to it as read. */
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
