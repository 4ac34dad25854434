import { Trans, useLingui } from "@lingui/react/macro";
import { Bell } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { NotificationFilterName } from "~/contract/notification-filters";
import type { NotificationGroupView } from "~/contract/notifications";
import type { PostPreview } from "~/contract/posts";
import type { Page } from "~/features/api/client";
import { type LoadedList, listOf, withFirstPage } from "~/features/api/pager";
import { ButtonLink } from "~/ui/button";
import { onNearViewport } from "~/ui/on-near-viewport";
import { Loading, RowSkeletons } from "~/ui/skeleton";
import { EmptyState, ErrorState } from "~/ui/states";
import { NotificationItem } from "./notification-item";
import { byPeriod, periodNames, startOfDay } from "./periods";
import { newestOf, useNotificationGroups } from "./use-notification-groups";
import { usePostPreviews } from "./use-post-previews";

const neverChanges = () => () => undefined;

/** Distance below the viewport, in pixels, at which older notifications are fetched. */
const PRELOAD_MARGIN = 600;

export interface NotificationListProps {
  show: NotificationFilterName;
  /** The cursor of the loaded page; null for the first one. */
  cursor: string | null;
  first: Page<NotificationGroupView>;
  /** Previews of posts that the first page is about. */
  previews: readonly PostPreview[];
  /** The beginning of the day in UTC at the time of the request, in milliseconds since 1970. */
  today: number;
  /** The list of this history entry, for Back. */
  cache: {
    read: () => LoadedList<NotificationGroupView> | undefined;
    write: (list: LoadedList<NotificationGroupView>) => void;
  };
  /** All kinds are shown, from the newest one on. @param newest its id */
  onSeen: (newest: string) => void;
}

/** The page's notifications by day; loads older ones on scrolling. Its `key` must change with the list. */
export function NotificationList({
  show,
  cursor,
  first,
  previews,
  today,
  cache,
  onSeen,
}: NotificationListProps) {
  const { t } = useLingui();
  const isHead = cursor === null;
  const [initial] = useState(() => withFirstPage(cache.read() ?? listOf(first), first));
  const { list, items, phase, loadOlder, reload } = useNotificationGroups({ show, initial, isHead });
  const posts = usePostPreviews(items, previews);
  const day = useToday(today);
  const newest = newestOf(items);
  useEffect(() => {
    if (isHead && show === "all") onSeen(newest);
  }, [isHead, show, newest, onSeen]);
  useEffect(() => cache.write(list), [cache, list]);

  if (items.length === 0 && list.next === null && phase !== "failed") {
    return <EmptyState icon={<Bell aria-hidden />} title={t`No notifications yet`} />;
  }
  return (
    <>
      {byPeriod(items, day).map(({ period, groups }) => (
        <section key={period} aria-label={t(periodNames[period])} className="mt-6">
          <h2 className="font-semibold text-muted text-sm">{t(periodNames[period])}</h2>
          <ul className="mt-2 divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
            {groups.map((group) => (
              <NotificationItem
                key={group.id}
                group={group}
                post={posts.get(group.entityId ?? "")}
                onDecided={() => void reload()}
              />
            ))}
          </ul>
        </section>
      ))}
      {phase === "failed" && (
        <ErrorState
          title={t`Failed to load notifications`}
          onRetry={() => void loadOlder()}
          className="py-8"
        />
      )}
      {phase !== "failed" && list.next !== null && (
        <Older
          to={`?${new URLSearchParams({ ...(show !== "all" && { show }), cursor: list.next })}`}
          isLoading={list.phase === "loading"}
          isPaused={list.phase === "paused"}
          onReached={loadOlder}
        />
      )}
    </>
  );
}

interface OlderProps {
  to: string;
  isLoading: boolean;
  isPaused: boolean;
  onReached: () => Promise<void>;
}

/** Loads older notifications before it comes into view. Without JavaScript it is a link to them. */
function Older({ to, isLoading, isPaused, onReached }: OlderProps) {
  const { t } = useLingui();
  const [end, setEnd] = useState<HTMLElement | null>(null);
  useEffect(() => {
    // Observing restarts with each page, and fires at once if the end is still near.
    if (end && to && !isLoading && !isPaused)
      return onNearViewport(end, PRELOAD_MARGIN, () => void onReached());
  }, [end, to, isLoading, isPaused, onReached]);
  return (
    <div ref={setEnd}>
      {isLoading ? (
        <Loading label={t`Loading older notifications`}>
          <RowSkeletons count={3} />
        </Loading>
      ) : (
        <p className="flex justify-center py-6">
          <ButtonLink variant="quiet" to={to}>
            <Trans>Older notifications</Trans>
          </ButtonLink>
        </p>
      )}
    </div>
  );
}

/** Returns the beginning of the reader's day; until the page is hydrated, that of the server. */
function useToday(onServer: number): number {
  return useSyncExternalStore(
    neverChanges,
    () => startOfDay(Date.now()),
    () => onServer,
  );
}
