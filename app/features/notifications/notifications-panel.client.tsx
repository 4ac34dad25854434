import { Trans, useLingui } from "@lingui/react/macro";
import { Bell, Settings } from "lucide-react";
import { useEffect } from "react";
import { Link } from "react-router";
import { CountBadge, useRequestCount } from "~/features/connections/request-count";
import { IconLink } from "~/ui/icon-button";
import { Loading, RowSkeletons } from "~/ui/skeleton";
import { EmptyState, ErrorState } from "~/ui/states";
import { loneLink } from "~/ui/text-link";
import { NotificationItem } from "./notification-item";
import { OlderNotifications } from "./older-notifications";
import { newestOf, useNotificationGroups } from "./use-notification-groups";
import { usePostPreviews } from "./use-post-previews";

interface Props {
  close: () => void;
  /** The rows are rendered, so closing the menu marks them as read. @param newest the id of the newest one */
  onSeen: (newest: string) => void;
}

/** The content of the notifications menu. A default export, because `lazy` needs one. */
export default function NotificationsPanel({ close, onSeen }: Props) {
  const { t } = useLingui();
  const { phase, items, list, loadOlder, reload } = useNotificationGroups();
  const posts = usePostPreviews(items);
  const isReady = phase === "ready";
  const newest = newestOf(items);
  useEffect(() => {
    if (isReady) onSeen(newest);
  }, [isReady, newest, onSeen]);

  return (
    <>
      <PanelHeader close={close} />
      <WaitingRequests close={close} />
      {phase === "failed" && (
        <ErrorState
          level={3}
          title={t`Failed to load notifications`}
          onRetry={() => void reload()}
          className="py-8"
        />
      )}
      {phase === "loading" && (
        <Loading label={t`Loading notifications`}>
          <RowSkeletons count={3} />
        </Loading>
      )}
      {isReady && items.length === 0 && (
        <EmptyState level={3} icon={<Bell aria-hidden />} title={t`No notifications yet`} className="py-10" />
      )}
      {phase !== "loading" && items.length > 0 && (
        <ul className="divide-y divide-line">
          {items.map((item) => (
            <NotificationItem
              key={item.id}
              group={item}
              post={posts.get(item.entityId ?? "")}
              onDecided={() => void reload()}
              onLeave={close}
            />
          ))}
        </ul>
      )}
      {isReady && list.next !== null && <OlderNotifications onReached={loadOlder} />}
    </>
  );
}

function PanelHeader({ close }: Pick<Props, "close">) {
  const { t } = useLingui();
  return (
    <div className="sticky top-0 z-10 flex items-center gap-2 border-line border-b bg-surface ps-4 pe-1.5">
      <h2 className="title me-auto py-3 text-xl">
        <Trans>Notifications</Trans>
      </h2>
      <Link to="/notifications" onClick={close} className={`${loneLink} text-sm`}>
        <Trans comment="Link to all notifications">See all</Trans>
      </Link>
      <IconLink
        to="/settings/notifications"
        onClick={close}
        label={t`Notification settings`}
        tooltip
        icon={<Settings aria-hidden className="!size-5" />}
      />
    </div>
  );
}

/** The way to the requests that wait for an answer; nothing without any. */
function WaitingRequests({ close }: Pick<Props, "close">) {
  const count = useRequestCount();
  if (count === 0) return null;
  return (
    <Link
      to="/requests"
      onClick={close}
      className="flex min-h-11 items-center border-line border-b px-4 font-semibold text-sm hover:bg-wash"
    >
      <span>
        <Trans>Requests</Trans>
      </span>
      <CountBadge count={count} />
    </Link>
  );
}
