import { Bell } from "lucide-react";
import { useEffect, useState } from "react";
import { onNearViewport } from "~/ui/on-near-viewport";
import { Loading, RowSkeletons } from "~/ui/skeleton";
import { EmptyState, ErrorState } from "~/ui/states";
import { NotificationItem } from "./notification-item";
import { useNotificationGroups } from "./use-notification-groups";

interface Props {
  close: () => void;
  /** The rows are rendered, so closing the menu marks them as read. @param newest the id of the newest one */
  onSeen: (newest: string) => void;
}

/** The content of the notifications menu. A default export, because `lazy` needs one. */
export default function NotificationsPanel({ close, onSeen }: Props) {
  const { phase, items, hasOlder, loadOlder, reload } = useNotificationGroups();
  const isReady = phase === "ready";
  const newest = String(Math.max(0, ...items.map(({ lastId }) => Number(lastId))));
  useEffect(() => {
    if (isReady) onSeen(newest);
  }, [isReady, newest, onSeen]);

  return (
    <>
      <h2 className="title sticky top-0 z-10 border-line border-b bg-surface px-4 py-3 text-xl">
        Notifications
      </h2>
      {phase === "failed" && (
        <ErrorState
          level={3}
          title="Failed to load notifications"
          onRetry={() => void reload()}
          className="py-8"
        />
      )}
      {phase === "loading" && (
        <Loading label="Loading notifications">
          <RowSkeletons count={3} />
        </Loading>
      )}
      {isReady && items.length === 0 && (
        <EmptyState level={3} icon={<Bell aria-hidden />} title="No notifications yet" className="py-10" />
      )}
      {phase !== "loading" && items.length > 0 && (
        <ul className="divide-y divide-line">
          {items.map((item) => (
            <NotificationItem key={item.id} group={item} onDecided={() => void reload()} onLeave={close} />
          ))}
        </ul>
      )}
      {isReady && hasOlder && <Older onReached={loadOlder} />}
    </>
  );
}

/** The placeholder after the loaded rows; scrolling to it loads older ones. */
function Older({ onReached }: { onReached: () => Promise<void> }) {
  const [end, setEnd] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!end) return;
    return onNearViewport(end, 0, () => void onReached());
  }, [end, onReached]);
  return (
    <div ref={setEnd}>
      <Loading label="Loading older notifications">
        <RowSkeletons count={1} />
      </Loading>
    </div>
  );
}
