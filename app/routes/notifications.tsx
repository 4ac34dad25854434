import { PAGE_LIMIT_DEFAULT } from "~/contract/limits";
import { filterNamed } from "~/contract/notification-filters";
import type { NotificationGroupView } from "~/contract/notifications";
import { listNotificationGroups } from "~/domain/notifications/list-groups";
import type { LoadedList } from "~/features/api/pager";
import { useEntryCache } from "~/features/grid/entry-cache";
import { NotificationsPage } from "~/features/notifications/notifications-page";
import { startOfUtcDay } from "~/features/notifications/periods";
import { onMemberPage } from "~/page-context";
import { ErrorState } from "~/ui/states";
import type { Route } from "./+types/notifications";

export const meta: Route.MetaFunction = () => [{ title: "Notifications · Afterglow" }];

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const show = filterNamed(searchParams.get("show"));
  const cursor = searchParams.get("cursor") || null;
  return onMemberPage(context, async (ctx) => {
    const first = await listNotificationGroups(ctx, { cursor, limit: PAGE_LIMIT_DEFAULT, show });
    return { show, cursor, first, today: startOfUtcDay(ctx.now().getTime()) };
  });
}

export default function Notifications({ loaderData }: Route.ComponentProps) {
  const cache = useEntryCache<LoadedList<NotificationGroupView>>("notifications");
  return <NotificationsPage {...loaderData} cache={cache} />;
}

export function ErrorBoundary() {
  return <ErrorState level={1} title="Failed to load notifications" />;
}
